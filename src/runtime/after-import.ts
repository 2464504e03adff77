// Jobs after an import, whether an operator sent it or a source collected it.
import { requestAnswers } from '../catalog/curation/relabel/actions.ts';
import { requestTraining } from '../catalog/labelling/training/actions.ts';
import { requestSearch } from '../catalog/near-duplicates/actions.ts';
import { requestRefresh } from '../ingest/refresh/actions.ts';

type AfterImportDeps = Parameters<typeof requestSearch>[0] &
  Parameters<typeof requestTraining>[0] &
  Parameters<typeof requestAnswers>[0] &
  Parameters<typeof requestRefresh>[0];

/** Numbers of records that the import changed. */
type Changes = { added: number; updated: number; pending: number; retired: number };

/** Requests the jobs that work on new hooks: near duplicates, training, answers of the language model, refreshed views. */
export async function followImport(deps: AfterImportDeps, changes: Changes): Promise<void> {
  const { added, updated, pending, retired } = changes;
  if (added + updated + pending + retired > 0) await requestSearch(deps);
  await requestTraining(deps);
  await requestAnswers(deps);
  await requestRefresh(deps);
}
