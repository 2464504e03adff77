// Source: a location that is imported on a schedule; its schemas and types.

import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';
import { parseDuration } from '../../config/values.ts';
import type { Database } from '../../db/database.ts';
import type { RequestSettings } from '../../db/tables/collect.ts';
import { type Fault, fail, HooklineError } from '../../lib/errors.ts';
import { secretNamesOf } from '../collect/request.ts';
import { collectInput, requestInput } from '../collect/settings.ts';
import {
  findLocationProblem,
  isCollected,
  type LocationKind,
  type LocationRules,
  type ParsedLocation,
  parseLocation,
  presetOf,
} from '../locations/location.ts';
import {
  encodingSchema,
  headerRow,
  type Mapping,
  type MappingInput,
  mapSchema,
  recordsOfSchema,
  setSchema,
  toPairs,
} from '../mapping/mapping.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { type Freshness, type SourceRow, selectSources } from './store.ts';

const name = z
  .string()
  .trim()
  .min(1, '`name` must not be empty.')
  .max(100, '`name` must be at most 100 characters.')
  .regex(/^(?!src_)[^/?#\p{C}]+$/u, '`name` must not contain /, ?, # or control characters, or begin with src_.')
  .meta({ description: 'Source name of its hooks. Cannot be changed later', example: 'trending' });
const location = z
  .string()
  .trim()
  .min(1, '`location` must not be empty.')
  .max(10_000, '`location` must be at most 10,000 characters.')
  .meta({
    description:
      'An https:// URL, the absolute path of a file or directory, or `youtube:` or `yt-dlp:` locations separated by spaces, such as `youtube:@one youtube:@two`',
    example: 'https://example.com/hooks.jsonl',
  });
const every = z
  .string()
  .trim()
  .max(100, '`every` must be at most 100 characters.')
  .superRefine((text, context) => {
    const message = findIntervalProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ description: 'Interval such as 30m, 4h or 1d, or a cron expression of five fields in UTC', example: '4h' });
const format = z.enum(['json', 'jsonl', 'csv', 'tsv'], { error: '`format` must be json, jsonl, csv or tsv.' });

/** Every run of a source has the same records, so it cannot add them again as an import can. */
const onDuplicate = z
  .enum(['update', 'skip'], { error: '`on_duplicate` must be update or skip.' })
  .meta({ description: 'Existing hooks: `update` (default), or `skip` to leave them unchanged' });

const settings = {
  preset: z.string().max(100).nullable().optional(),
  map: mapSchema.nullable().optional(),
  set: setSchema.nullable().optional(),
  records: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'Path to the records in nested JSON, or the sheet of a workbook' }),
  records_of: recordsOfSchema.nullable().optional(),
  format: format.nullable().optional().meta({ description: 'Default: detected from name and content' }),
  encoding: encodingSchema.nullable().optional(),
  header_row: z.int().min(1).max(headerRow.max).nullable().optional().meta({ description: headerRow.description }),
  on_duplicate: onDuplicate.nullable().optional(),
  snapshot: z.boolean().optional().meta({ description: 'Retires hooks that are missing from the location' }),
  allow_shrink: z.boolean().optional().meta({ description: 'Allows a snapshot to retire more than half of the hooks' }),
  request: requestInput
    .nullable()
    .optional()
    .meta({ description: 'JSON API request settings; null downloads the URL' }),
  collect: collectInput.nullable().optional().meta({ description: 'Collection filters; null uses the defaults' }),
  every: every.nullable().optional().meta({ description: 'null uses HOOKLINE_UPDATE_EVERY' }),
  enabled: z.boolean().optional(),
};

export const createSourceInput = z.strictObject({ name, location, ...settings });
export type CreateSourceInput = z.infer<typeof createSourceInput>;

export const updateSourceInput = z.strictObject({ location: location.optional(), ...settings });
export type UpdateSourceInput = z.infer<typeof updateSourceInput>;

export const runSourceInput = z.strictObject({
  force: z.boolean().optional().meta({ description: 'Reads unchanged files too, and accepts a snapshot of any size' }),
});
export type RunSourceInput = z.infer<typeof runSourceInput>;

/** The mapping and reading options as stored: only the parts that the operator set. */
type GivenMapping = MappingInput & { encoding?: string; header_row?: number; on_duplicate?: 'update' | 'skip' };

export const noticeSchema = z
  .object({
    location: z.string().nullable().meta({ description: 'null for all locations' }),
    message: z.string(),
    remedy: z.string().nullable().meta({ description: 'Action to take; null if none is needed' }),
    until: z.iso.datetime().nullable().meta({ description: 'Resume time' }),
  })
  .meta({ id: 'SourceNotice' });

export const sourceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    location: z.string(),
    preset: z.string().nullable(),
    map: z.array(z.string()).meta({ description: 'Pairs such as `text=Caption`' }),
    set: z.array(z.string()).meta({ description: 'Pairs such as `platform=Reels`' }),
    records: z.string().nullable(),
    records_of: z.string().nullable(),
    format: format.nullable(),
    encoding: z.string().nullable(),
    header_row: z.number().int().nullable(),
    on_duplicate: onDuplicate.nullable(),
    snapshot: z.boolean(),
    allow_shrink: z.boolean(),
    request: requestInput.nullable(),
    collect: collectInput.nullable(),
    every: z.string().nullable().meta({ description: 'null uses the default' }),
    runs_every: z.string().meta({ description: 'Interval in effect' }),
    enabled: z.boolean(),
    state: z.enum(['running', 'paused', 'failing', 'waiting']),
    failures: z.number().int().meta({ description: 'Consecutive failed runs' }),
    last_error: z.string().nullable(),
    notices: z.array(noticeSchema).meta({ description: 'Warnings of the last run' }),
    next_run_at: z.iso.datetime().nullable().meta({ description: 'null while it is paused' }),
    last_run_at: z.iso.datetime().nullable(),
    last_success_at: z.iso.datetime().nullable().meta({ description: 'Includes runs that found nothing new' }),
    last_import_id: z.string().nullable(),
    running_since: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Source', description: 'A scheduled source of hooks' });
export type Source = z.infer<typeof sourceSchema>;

// Freshness of the catalog (last check, next update), cached in memory so that /meta needs no database.

/** `viewsCheckedAt`: the time of the last request for view counts, by platform as in `video_key`. */
type CatalogFreshness = Freshness & { viewsCheckedAt: ReadonlyMap<string, Date> };

export type LiveFreshness = {
  current: () => CatalogFreshness;
  /** Resolves when `current` includes everything committed before the call. */
  reload: () => Promise<void>;
};

/** Both times are null until the first `reload`. */
export function createFreshness(load: () => Promise<CatalogFreshness>, now: () => number = Date.now): LiveFreshness {
  let cached: CatalogFreshness = { nextUpdateAt: null, checkedAt: null, viewsCheckedAt: new Map() };
  let loading: Promise<void> = Promise.resolve();
  return {
    current: () => {
      const { nextUpdateAt } = cached;
      // A due source runs now or soon.
      return { ...cached, nextUpdateAt: nextUpdateAt && new Date(Math.max(nextUpdateAt.getTime(), now())) };
    },
    // Sequential, so that an older result never replaces a newer one.
    reload: () => {
      const loadNext = async () => {
        cached = await load();
      };
      loading = loading.then(loadNext, loadNext);
      return loading;
    },
  };
}

// Schedule of sources: the next run by an interval (`4h`, `1d`), by a cron expression in UTC, or after a failure.

/** Equals the interval at which due sources are looked up. */
const minIntervalMs = 60_000;
const maxIntervalMs = 366 * 24 * 3_600_000;
const firstRetryMs = 60_000;

/** The problem with an interval, or undefined. */
function findIntervalProblem(text: string): string | undefined {
  const intervalMs = parseDuration(text);
  if (intervalMs !== undefined)
    return intervalMs >= minIntervalMs && intervalMs <= maxIntervalMs
      ? undefined
      : '`every` must be between 1m and 366d.';
  const isCron = /^\S+(\s+\S+){4}$/.test(text.trim());
  if (isCron && nextOfCron(text, Date.now()) !== undefined) return undefined;
  return '`every` must be an interval such as 30m, 4h or 1d, or a cron expression of five fields in UTC, such as "0 6 * * *".';
}

/** The next run, counted from `startedAt` and not before `endedAt`. Times are Unix milliseconds. */
export function nextRunAt(every: string, { startedAt, endedAt }: { startedAt: number; endedAt: number }): number {
  const intervalMs = parseDuration(every);
  if (intervalMs !== undefined) return Math.max(endedAt, startedAt + intervalMs);
  return nextOfCron(every, endedAt) ?? endedAt + maxIntervalMs;
}

/** The time from which the next run is counted. A due source waits for the next look-up, and these delays must not accumulate. */
export function countedFrom({ dueAt, startedAt }: { dueAt: number; startedAt: number }): number {
  const late = startedAt - dueAt;
  return late >= 0 && late <= 2 * minIntervalMs ? dueAt : startedAt;
}

/** The retry after the n-th consecutive failure: 1 minute, 2, 4, 8 …, but no later than the next regular run. */
export function retryAt(every: string, failures: number, run: { startedAt: number; endedAt: number }): number {
  const delayMs = firstRetryMs * 2 ** Math.min(failures - 1, 30);
  return Math.min(run.endedAt + delayMs, nextRunAt(every, run));
}

/** Returns undefined if the expression is invalid or matches no date, such as 30 February. */
function nextOfCron(line: string, after: number): number | undefined {
  try {
    return CronExpressionParser.parse(line.trim(), { tz: 'UTC', currentDate: new Date(after) })
      .next()
      .getTime();
  } catch {
    return undefined;
  }
}

// Settings of a source that need checks: its mapping and its location.

/** Null in `input` removes a part. The parts have a fixed order, so that mappings can be compared as JSON. */
export function mergeMapping(
  stored: GivenMapping,
  { map, set, ...texts }: Pick<UpdateSourceInput, keyof GivenMapping>,
): GivenMapping {
  const merged: GivenMapping = {};
  const input: { [part in keyof GivenMapping]?: GivenMapping[part] | null } = {
    ...texts,
    map: map && toPairs(map),
    set: set && toPairs(set),
  };
  const pick = <P extends keyof GivenMapping>(part: P) => {
    const value = input[part] === undefined ? stored[part] : input[part];
    if (value !== undefined && value !== null) merged[part] = value;
  };
  pick('preset');
  pick('map');
  pick('set');
  pick('records');
  pick('records_of');
  pick('encoding');
  pick('header_row');
  pick('on_duplicate');
  return merged;
}

/** The mapping of a source, with the default preset of its kind. Throws the errors of resolveMapping(). */
export function mappingOf(kind: LocationKind, given: GivenMapping): Mapping {
  const preset = given.preset ?? presetOf[kind];
  return resolveMapping(preset === undefined ? given : { ...given, preset });
}

/** Throws `invalid_body` with pointers instead of `invalid_parameter`. */
export function checkMapping(kind: LocationKind, given: GivenMapping): Mapping {
  try {
    return mappingOf(kind, given);
  } catch (error) {
    if (!(error instanceof HooklineError)) throw error;
    const errors = error.extras.errors?.map(
      ({ parameter, ...rest }): Fault => ({ pointer: `#/${parameter}`, ...rest }),
    );
    return fail('invalid_body', error.message, { errors });
  }
}

/** A collector only sends new records, so missing ones are not gone. */
export function checkSnapshot(kind: LocationKind, isSnapshot: boolean): void {
  if (!isSnapshot || (kind !== 'youtube' && kind !== 'yt-dlp')) return;
  const detail = `A source of ${kind} cannot be a snapshot: each run collects only new videos.`;
  fail('invalid_body', detail, { errors: [{ pointer: '#/snapshot', detail }] });
}

/** Reading options of a run. A collector's records have neither a header nor an encoding. */
export function readingOf(
  kind: LocationKind,
  { encoding, header_row: headerRow, on_duplicate: onDuplicate }: GivenMapping,
) {
  return { ...(isCollected(kind) ? {} : { encoding, headerRow }), onDuplicate };
}

export async function checkLocation(rules: LocationRules, location: ParsedLocation, mapping: Mapping): Promise<void> {
  const problem = await findLocationProblem(location, mapping, rules);
  if (problem) fail('invalid_body', problem, { errors: [{ pointer: '#/location', detail: problem }] });
}

// Secrets that the requests of a source send.

export function secretsOf({ location, request }: Pick<SourceRow, 'location' | 'request'>): string[] {
  return parseLocation(location).kind === 'youtube' ? ['youtube'] : secretNamesOf(request ?? {});
}

/** Filters `secrets` to those that the requests of the source send. */
export function sentSecrets(
  source: Pick<SourceRow, 'location' | 'request'>,
  secrets: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const names = secretsOf(source);
  return new Map([...secrets].filter(([name]) => names.includes(name)));
}

/** Names of sources by the name of the secret. */
export async function sourcesBySecret(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const sources = new Map<string, string[]>();
  for (const row of await selectSources(db))
    for (const secret of secretsOf(row)) sources.set(secret, [...(sources.get(secret) ?? []), row.name]);
  return sources;
}

/** For the audit log, values are removed, since an operator may have written a token instead of the name of a secret. */
export function withoutValues(request: RequestSettings | null): unknown {
  if (!request) return null;
  const { headers, body, ...paging } = request;
  return { ...paging, ...(headers ? { headers: Object.keys(headers) } : {}), ...(body ? { body: '…' } : {}) };
}
