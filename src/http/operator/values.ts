// GET /operator/values: what the forms of the console choose from. An operator has no account, so GET /meta is not for one.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fields } from '../../ingest/mapping/fields.ts';
import { presets } from '../../ingest/mapping/presets.ts';
import { type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { queryOf } from '../server/server.ts';

type ValueRecord = { id: string; name: string; description: string };

export type OperatorValues = Record<TaxonomySet, ValueRecord[]> & {
  /** What a column of a file can be mapped to. */
  fields: string[];
  /** `source` is the name that the hooks' source has where the import states none. */
  presets: { name: string; source: string | null }[];
};

const sets = Object.fromEntries(
  Object.entries(taxonomy).map(([set, terms]) => [
    set,
    terms.map(({ id, name, description }) => ({ id, name, description })),
  ]),
) as Record<TaxonomySet, ValueRecord[]>;

const values: OperatorValues = {
  ...sets,
  fields: [...fields],
  presets: Object.entries(presets).map(([name, { defaultSource = null }]) => ({ name, source: defaultSource })),
};

export function registerOperatorValues(app: FastifyInstance): void {
  app.get('/operator/values', async (request) => {
    parseParameters(z.object({}), queryOf(request.raw));
    return values;
  });
}
