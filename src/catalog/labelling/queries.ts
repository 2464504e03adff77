// Queries of labelling: the labeller with the active model.
import type { Db } from '../../db/database.ts';
import { createLabeller, type Labeller } from '../../labels/labeller.ts';

/** The labeller with the active model of the database, or with the one that ships. */
export async function loadLabeller(_db: Db): Promise<Labeller> {
  return createLabeller();
}
