// Queries of labelling: the labeller with the active model.
import type { Db } from '../../db/database.ts';
import { createLabeller, type Labeller } from '../../labels/labeller.ts';
import { decodeModel } from '../../labels/model/encode.ts';
import type { Observe } from '../../telemetry/events.ts';
import { selectActiveModel, selectActiveVersion } from './store-models.ts';

type Options = {
  /** Returned if its model is still the active one. */
  known?: Labeller;
  observe?: Observe;
};

/**
 * The labeller with the active model of the database, or with what ships if there is none, or if its bytes are damaged or of another
 * version of Hookline, which is observed.
 */
export async function loadLabeller(db: Db, { known, observe = () => {} }: Options = {}): Promise<Labeller> {
  if (known && known.version === ((await selectActiveVersion(db)) ?? 0)) return known;
  const active = await selectActiveModel(db);
  if (!active) return createLabeller();
  try {
    if (active.bytes === null) throw new Error('The model has no bytes.');
    return createLabeller(decodeModel(active.bytes), active.version);
  } catch (error) {
    observe({ kind: 'labels_model_failed', version: active.version, error });
    return createLabeller();
  }
}
