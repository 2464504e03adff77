// What the operator does with sources: create, look, change, delete, run now; and the tick that runs those that are due.

import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import { differences, originOf } from '../../audit/audit.ts';
import type { Database, Trx } from '../../db/database.ts';
import { takePage } from '../../db/page.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail, HooklineError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { isoOrNull } from '../../lib/time.ts';
import type { Resolve } from '../../net/resolve.ts';
import { importRecordSchema } from '../imports/import-record.ts';
import { selectImports } from '../imports/store.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { findLocationProblem } from './location.ts';
import { nextRunAt } from './schedule.ts';
import {
  type CreateSourceInput,
  type GivenMapping,
  type RunSourceInput,
  type Source,
  sourceSchema,
  type UpdateSourceInput,
} from './source.ts';
import {
  changeSource,
  deleteSource,
  findSource,
  lockSource,
  insertSource,
  type SourceRow,
  selectDue,
  selectSources,
} from './store.ts';

export type SourceDeps = {
  db: Database;
  jobs: Jobs;
  /** The interval of sources that state none. */
  updateEvery: string;
  allowPrivate: boolean;
  resolve?: Resolve;
};

const lastRuns = 10;

const audited = [
  'location',
  'preset',
  'map',
  'set',
  'records',
  'format',
  'snapshot',
  'allow_shrink',
  'every',
  'enabled',
] as const;

/** Its first run begins at once, unless it is created paused. */
export async function createSource(deps: SourceDeps & Acting, input: CreateSourceInput): Promise<Source> {
  const { name, location, snapshot = false, allow_shrink = false, every = null, enabled = true, format = null } = input;
  const given = mergeMapping({}, input);
  await checkLocation(deps, location, checkMapping(given));
  return commit(deps, 'sources', async (trx) => {
    const now = new Date();
    const row = await insertSource(trx, {
      id: newId('src'),
      name,
      location,
      mapping: JSON.stringify(given),
      format,
      is_snapshot: snapshot,
      may_shrink: allow_shrink,
      every,
      enabled,
      next_run_at: now,
      created_at: now,
      updated_at: now,
    });
    if (!row)
      fail('conflict', `There is a source named ${name} already. Names are the source of hooks and stand once.`);
    if (enabled) await deps.jobs.send(trx, 'source', { sourceId: row.id, isForced: false }, row.id);
    const details = { name, location: originOf(location), every, enabled, snapshot };
    await writeAudit(trx, deps.actor, { action: 'source.created', subject: row.id, details });
    return show(row, deps);
  });
}

/** By name. */
export async function listSources(deps: SourceDeps): Promise<Source[]> {
  return (await selectSources(deps.db)).map((row) => show(row, deps));
}

export const sourceDetailSchema = z
  .object({ ...sourceSchema.shape, last_runs: z.array(importRecordSchema) })
  .meta({ id: 'SourceDetail', description: 'A source with its last runs, newest first' });
export type SourceDetail = z.infer<typeof sourceDetailSchema>;

/** With its last runs, the newest first. */
export async function getSource(deps: SourceDeps, idOrName: string): Promise<SourceDetail> {
  const source = show((await findSource(deps.db, idOrName)) ?? notThere(idOrName), deps);
  const last_runs = await selectImports(deps.db, { sourceId: source.id }, { limit: lastRuns });
  return { ...source, last_runs };
}

/** A changed location or mapping is fetched whole, whatever the server remembers; it and what was resumed are run within a minute. */
export async function updateSource(
  deps: SourceDeps & Acting,
  idOrName: string,
  input: UpdateSourceInput,
): Promise<Source> {
  const { db, actor } = deps;
  const known = (await findSource(db, idOrName)) ?? notThere(idOrName);
  const given = mergeMapping(known.mapping as GivenMapping, input);
  const mapping = checkMapping(given);
  if (input.location !== undefined) await checkLocation(deps, input.location, mapping);
  return commit(deps, 'sources', async (trx) => {
    const row = (await lockSource(trx, known.id)) ?? notThere(idOrName);
    const isOther =
      (input.location !== undefined && input.location !== row.location) ||
      JSON.stringify(given) !== JSON.stringify(mergeMapping({}, row.mapping as GivenMapping)) ||
      (input.format !== undefined && input.format !== row.format) ||
      (input.snapshot !== undefined && input.snapshot !== row.is_snapshot);
    const isResumed = input.enabled === true && !row.enabled;
    const every = input.every === undefined ? row.every : input.every;
    const changed = await changeSource(trx, row.id, {
      location: input.location,
      mapping: JSON.stringify(given),
      format: input.format,
      is_snapshot: input.snapshot,
      may_shrink: input.allow_shrink,
      every,
      enabled: input.enabled,
      ...(every === row.every ? {} : { next_run_at: momentAfter(row, every ?? deps.updateEvery) }),
      ...(isOther || isResumed ? { next_run_at: new Date(), failures: 0, last_error: null } : {}),
      // A run that is under way reads what it was; it is disowned, and publishes nothing.
      ...(isOther ? { etag: null, last_modified: null, run_id: null, running_since: null } : {}),
    });
    const [before, after] = [show(row, deps), show(changed, deps)];
    const details = differences(before, after, audited, { location: originOf });
    if (details) await writeAudit(trx, actor, { action: 'source.changed', subject: row.id, details });
    return after;
  });
}

/** Its hooks stay. A run that is under way publishes nothing. */
export async function removeSource(deps: SourceDeps & Acting, idOrName: string): Promise<Source> {
  return commit(deps, 'sources', async (trx) => {
    const row = (await lockSource(trx, idOrName)) ?? notThere(idOrName);
    await deleteSource(trx, row.id);
    const details = { name: row.name, location: originOf(row.location) };
    await writeAudit(trx, deps.actor, { action: 'source.deleted', subject: row.id, details });
    return show(row, deps);
  });
}

/** The job of a run ends a moment after the run, and only then can there be another. */
const settlingMs = 5_000;
const askAgainMs = 50;

/** Also one that is paused. */
export async function runSourceNow(
  deps: SourceDeps & Acting,
  idOrName: string,
  { force = false }: RunSourceInput,
): Promise<Source> {
  const queue = async (trx: Trx) => {
    const row = (await findSource(trx, idOrName)) ?? notThere(idOrName);
    const isQueued = await deps.jobs.send(trx, 'source', { sourceId: row.id, isForced: force }, row.id);
    if (isQueued) await writeAudit(trx, deps.actor, { action: 'source.run', subject: row.id, details: { force } });
    return { row, isQueued };
  };
  const deadline = performance.now() + settlingMs;
  for (;;) {
    const { row, isQueued } = await commit(deps, 'sources', queue);
    if (isQueued) return show(row, deps);
    if (row.run_id !== null || performance.now() > deadline)
      fail('conflict', `A run of ${row.name} is under way or about to begin. Wait until it has ended.`);
    await setTimeout(askAgainMs);
  }
}

export const runPageSchema = z
  .object({ runs: z.array(importRecordSchema), next: z.string().nullable() })
  .meta({ id: 'RunPage', description: 'A page of the runs of a source' });
export type RunPage = z.infer<typeof runPageSchema>;

/** The newest first. */
export async function listRuns(
  { db }: Pick<SourceDeps, 'db'>,
  idOrName: string,
  { limit = 50, after }: { limit?: number; after?: string } = {},
): Promise<RunPage> {
  const { id } = (await findSource(db, idOrName)) ?? notThere(idOrName);
  const { rows: runs, next } = await takePage(
    limit,
    (count) => selectImports(db, { sourceId: id }, { limit: count, after }),
    (run) => run.id,
  );
  return { runs, next };
}

/** A source whose run waits or is under way gets no second one. */
export async function startDueSources({ db, jobs }: Pick<SourceDeps, 'db' | 'jobs'>, now = new Date()): Promise<void> {
  for (const id of await selectDue(db, now)) {
    await db.transaction().execute((trx: Trx) => jobs.send(trx, 'source', { sourceId: id, isForced: false }, id));
  }
}

function notThere(idOrName: string): never {
  return fail('not_found', `There is no source ${idOrName.slice(0, 100)}. GET /operator/sources lists them.`);
}

/** null takes a part away. Parts stand in one order, so that two mappings can be compared as text. */
function mergeMapping(
  known: GivenMapping,
  input: { [part in keyof GivenMapping]?: GivenMapping[part] | null },
): GivenMapping {
  const merged: GivenMapping = {};
  const pick = <P extends keyof GivenMapping>(part: P) => {
    const value = input[part] === undefined ? known[part] : input[part];
    if (value !== undefined && value !== null) merged[part] = value;
  };
  pick('preset');
  pick('map');
  pick('set');
  pick('records');
  return merged;
}

function checkMapping(given: GivenMapping): Mapping {
  try {
    return resolveMapping(given);
  } catch (error) {
    if (!(error instanceof HooklineError)) throw error;
    const errors = error.extras.errors?.map(({ parameter, ...fault }) => ({ pointer: `#/${parameter}`, ...fault }));
    return fail('invalid_body', error.message, { errors });
  }
}

async function checkLocation(deps: SourceDeps, location: string, mapping: Mapping): Promise<void> {
  const fault = await findLocationProblem(location, mapping, deps);
  if (fault) fail('invalid_body', fault, { errors: [{ pointer: '#/location', detail: fault }] });
}

function momentAfter({ last_run_at, created_at }: SourceRow, every: string): Date {
  const startedAt = (last_run_at ?? created_at).getTime();
  return new Date(nextRunAt(every, { startedAt, endedAt: Date.now() }));
}

function show(row: SourceRow, { updateEvery }: Pick<SourceDeps, 'updateEvery'>): Source {
  const { preset = null, map = [], set = [], records = null } = row.mapping as GivenMapping;
  const state = row.run_id !== null ? 'running' : !row.enabled ? 'paused' : row.failures > 0 ? 'failing' : 'waiting';
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    preset,
    map,
    set,
    records,
    format: row.format as Source['format'],
    snapshot: row.is_snapshot,
    allow_shrink: row.may_shrink,
    every: row.every,
    runs_every: row.every ?? updateEvery,
    enabled: row.enabled,
    state,
    failures: row.failures,
    last_error: row.last_error,
    next_run_at: row.enabled ? isoOrNull(row.next_run_at) : null,
    last_run_at: isoOrNull(row.last_run_at),
    last_success_at: isoOrNull(row.last_success_at),
    last_import_id: row.last_import_id,
    running_since: isoOrNull(row.running_since),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
