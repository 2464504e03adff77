// Actions on sources: create, update, delete, run now, and start due runs.
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { originOf } from '../../audit/audit.ts';
import type { Trx } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { dropOtherLocations, restartCollector } from '../collect/store.ts';
import { type LocationRules, parseLocation } from '../locations/location.ts';
import { failNotFound, type SourceQueryDeps, toSource } from './queries.ts';
import {
  type CreateSourceInput,
  checkLocation,
  checkMapping,
  checkSnapshot,
  mergeMapping,
  nextRunAt,
  type RunSourceInput,
  type Source,
  type UpdateSourceInput,
  withoutValues,
} from './source.ts';
import {
  changeSource,
  deleteSource,
  findSource,
  insertSource,
  isImporting,
  lockSource,
  type SourceRow,
  selectDue,
} from './store.ts';

export type SourceDeps = SourceQueryDeps & LocationRules & { jobs: Jobs };
export type SourceContext = SourceDeps & Context;
/** Id or name of the source. */
type Named = { id: string };

/** Fields whose changes are in the audit log. */
const auditedFields = [
  'location',
  'preset',
  'map',
  'set',
  'records',
  'records_of',
  'format',
  'encoding',
  'header_row',
  'on_duplicate',
  'request',
  'collect',
  'snapshot',
  'allow_shrink',
  'every',
  'enabled',
] as const;

/** The first run starts immediately, unless the source is created paused. */
export async function createSource(ctx: SourceContext, input: CreateSourceInput): Promise<Source> {
  return commit(ctx, await newSource(ctx, input), 'sources');
}

/** Checks the input. The returned function creates the source in a transaction. */
export async function newSource(ctx: SourceContext, input: CreateSourceInput) {
  const { name, location, snapshot = false, allow_shrink = false, every = null, enabled = true, format = null } = input;
  const given = mergeMapping({}, input);
  const { request = null, collect = null } = input;
  const parsed = parseLocation(location, request ?? {});
  checkSnapshot(parsed.kind, snapshot);
  await checkLocation(ctx, parsed, checkMapping(parsed.kind, given));
  return async (trx: Trx, audit: Audit) => {
    const now = new Date();
    const row = await insertSource(trx, {
      id: newId('src'),
      name,
      location,
      mapping: JSON.stringify(given),
      format,
      request: request && JSON.stringify(request),
      collect: collect && JSON.stringify(collect),
      is_snapshot: snapshot,
      may_shrink: allow_shrink,
      every,
      enabled,
      next_run_at: now,
      created_at: now,
      updated_at: now,
    });
    if (!row) fail('conflict', `There is already a source named ${name}. Choose another name, or update that source.`);
    if (enabled) await ctx.jobs.send(trx, 'source', { sourceId: row.id, isForced: false }, row.id);
    const details = { name, location: originOf(location), every, enabled, snapshot };
    await audit({ action: 'source.created', subject: row.id, details });
    return toSource(row, ctx);
  };
}

/** After a change of location, mapping, format or snapshot, and when resumed, the source runs within a minute, unconditionally. */
export async function updateSource(ctx: SourceContext, { id, ...input }: UpdateSourceInput & Named): Promise<Source> {
  const stored = (await findSource(ctx.db, id)) ?? failNotFound(id);
  const given = mergeMapping(stored.mapping, input);
  const { location = stored.location, request = stored.request, collect = stored.collect } = input;
  const parsed = parseLocation(location, request ?? {});
  checkSnapshot(parsed.kind, input.snapshot ?? stored.is_snapshot);
  const mapping = checkMapping(parsed.kind, given);
  if (input.location !== undefined) await checkLocation(ctx, parsed, mapping);
  const update = async (trx: Trx, audit: Audit) => {
    const row = (await lockSource(trx, stored.id)) ?? failNotFound(id);
    const isContentChanged =
      (input.location !== undefined && input.location !== row.location) ||
      JSON.stringify(given) !== JSON.stringify(mergeMapping({}, row.mapping)) ||
      !isDeepStrictEqual([request, collect], [row.request, row.collect]) ||
      (input.format !== undefined && input.format !== row.format) ||
      (input.snapshot !== undefined && input.snapshot !== row.is_snapshot);
    const isResumed = input.enabled === true && !row.enabled;
    const every = input.every === undefined ? row.every : input.every;
    const changed = await changeSource(trx, row.id, {
      location: input.location,
      mapping: JSON.stringify(given),
      format: input.format,
      request: request && JSON.stringify(request),
      collect: collect && JSON.stringify(collect),
      is_snapshot: input.snapshot,
      may_shrink: input.allow_shrink,
      every,
      enabled: input.enabled,
      ...(every === row.every ? {} : { next_run_at: regularRunAt(row, every ?? ctx.updateEvery) }),
      ...(isContentChanged || isResumed ? { next_run_at: new Date(), failures: 0, last_error: null } : {}),
      // A current run reads the former content, so it may no longer be published.
      ...(isContentChanged ? { etag: null, last_modified: null, run_id: null, running_since: null } : {}),
    });
    // A snapshot needs all pages, not only those after the imported ones.
    if (!isDeepStrictEqual(collect, row.collect) || changed.is_snapshot !== row.is_snapshot)
      await restartCollector(trx, row.id);
    if (location !== row.location) await dropOtherLocations(trx, row.id, parsed.locations);
    const rows = { before: toSource(row, ctx), after: toSource(changed, ctx) };
    const show = { location: originOf, request: withoutValues };
    await audit({ action: 'source.changed', subject: row.id, ...rows, fields: auditedFields, show });
    return rows.after;
  };
  return commit(ctx, update, 'sources');
}

/** Keeps its hooks. A current run publishes nothing. */
export async function removeSource(ctx: SourceContext, { id }: Named): Promise<Source> {
  const remove = async (trx: Trx, audit: Audit) => {
    const row = (await lockSource(trx, id)) ?? failNotFound(id);
    await deleteSource(trx, row.id);
    const details = { name: row.name, location: originOf(row.location) };
    await audit({ action: 'source.deleted', subject: row.id, details });
    return toSource(row, ctx);
  };
  return commit(ctx, remove, 'sources');
}

/** The run and its job end shortly after the import, and block the next run until then. */
const queueTimeoutMs = 5_000;
const queueRetryMs = 50;

/** Runs a source, even a paused one. Throws `conflict` while a run is queued or in progress; a run whose import is complete is awaited. */
export async function runSourceNow(ctx: SourceContext, { id, force = false }: RunSourceInput & Named): Promise<Source> {
  const queue = async (trx: Trx, audit: Audit) => {
    const row = (await findSource(trx, id)) ?? failNotFound(id);
    const isQueued = await ctx.jobs.send(trx, 'source', { sourceId: row.id, isForced: force }, row.id);
    if (isQueued) await audit({ action: 'source.run', subject: row.id, details: { force } });
    return { row, isQueued, isBusy: !isQueued && (await isImporting(trx, row)) };
  };
  const deadline = performance.now() + queueTimeoutMs;
  for (;;) {
    const { row, isQueued, isBusy } = await commit(ctx, queue, 'sources');
    if (isQueued) return toSource(row, ctx);
    if (isBusy || performance.now() > deadline)
      fail('conflict', `A run of ${row.name} is already queued or in progress. Wait until it ends.`);
    await setTimeout(queueRetryMs);
  }
}

/** A source with a queued or current run gets no second one. */
export async function startDueSources({ db, jobs }: Pick<SourceDeps, 'db' | 'jobs'>, now = new Date()): Promise<void> {
  for (const id of await selectDue(db, now)) {
    await db.transaction().execute((trx: Trx) => jobs.send(trx, 'source', { sourceId: id, isForced: false }, id));
  }
}

/** The next run of a changed interval, counted from the last run. */
function regularRunAt({ last_run_at, created_at }: SourceRow, every: string): Date {
  const startedAt = (last_run_at ?? created_at).getTime();
  return new Date(nextRunAt(every, { startedAt, endedAt: Date.now() }));
}
