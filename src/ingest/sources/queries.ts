// Queries of sources: the list, one source with its last runs, and the log of its runs.
import { z } from 'zod';
import { type Database, takePage } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { isoOrNull } from '../../lib/time.ts';
import { selectImports } from '../imports/store.ts';
import { importRecordSchema } from '../publish/import-record.ts';
import { type Source, sourceSchema } from './source.ts';
import { findSource, type SourceRow, selectSources } from './store.ts';

export type SourceQueryDeps = {
  db: Database;
  /** Default interval. */
  updateEvery: string;
};

const lastRuns = 10;

/** Ordered by name. */
export async function listSources(deps: SourceQueryDeps): Promise<Source[]> {
  return (await selectSources(deps.db)).map((row) => toSource(row, deps));
}

export const sourceDetailSchema = z
  .object({ ...sourceSchema.shape, last_runs: z.array(importRecordSchema) })
  .meta({ id: 'SourceDetail', description: 'A source with its last runs, newest first' });
export type SourceDetail = z.infer<typeof sourceDetailSchema>;

export async function getSource(deps: SourceQueryDeps, idOrName: string): Promise<SourceDetail> {
  const source = toSource((await findSource(deps.db, idOrName)) ?? failNotFound(idOrName), deps);
  const last_runs = await selectImports(deps.db, { sourceId: source.id }, { limit: lastRuns });
  return { ...source, last_runs };
}

export const runPageSchema = z
  .object({ runs: z.array(importRecordSchema), next: z.string().nullable() })
  .meta({ id: 'RunPage', description: 'A page of the runs of a source' });
export type RunPage = z.infer<typeof runPageSchema>;

/** Newest first. */
export async function listRuns(
  { db }: Pick<SourceQueryDeps, 'db'>,
  { id: idOrName, limit = 50, after }: { id: string; limit?: number; after?: string },
): Promise<RunPage> {
  const { id } = (await findSource(db, idOrName)) ?? failNotFound(idOrName);
  const { rows: runs, next } = await takePage(
    limit,
    (count) => selectImports(db, { sourceId: id }, { limit: count, after }),
    (run) => run.id,
  );
  return { runs, next };
}

export function failNotFound(idOrName: string): never {
  return fail('not_found', `There is no source ${idOrName.slice(0, 100)}. GET /operator/sources lists them.`);
}

export function toSource(row: SourceRow, { updateEvery }: Pick<SourceQueryDeps, 'updateEvery'>): Source {
  const { preset = null, map = [], set = [], records = null, records_of = null } = row.mapping;
  const { encoding = null, header_row = null, on_duplicate = null } = row.mapping;
  const state = row.run_id !== null ? 'running' : !row.enabled ? 'paused' : row.failures > 0 ? 'failing' : 'waiting';
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    preset,
    map,
    set,
    records,
    records_of,
    format: row.format,
    ...{ encoding, header_row, on_duplicate },
    snapshot: row.is_snapshot,
    allow_shrink: row.may_shrink,
    request: row.request,
    collect: row.collect,
    every: row.every,
    runs_every: row.every ?? updateEvery,
    enabled: row.enabled,
    state,
    failures: row.failures,
    last_error: row.last_error,
    notices: row.notices,
    next_run_at: row.enabled ? isoOrNull(row.next_run_at) : null,
    last_run_at: isoOrNull(row.last_run_at),
    last_success_at: isoOrNull(row.last_success_at),
    last_import_id: row.last_import_id,
    running_since: isoOrNull(row.running_since),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
