// Random publications in their long form: thousands of catalogs whose incremental builds equal full builds. SEED=… repeats a run.
import { test } from 'node:test';
import fc from 'fast-check';
import { incrementalBuilds } from '../../catalog/catalog-model.ts';

test('incremental builds equal full builds after any publications', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now());
  t.diagnostic(`SEED=${seed}`);
  await fc.assert(incrementalBuilds, { numRuns: 5_000, seed });
});
