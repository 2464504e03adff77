// Collects the locations of a source step by step, storing each step before the next, and reads the records that await the import.

import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { toUnavailableError } from '../../db/outage.ts';
import type { SourceNotice } from '../../db/tables/collect.ts';
import { fail, HooklineError } from '../../lib/errors.ts';
import { redactSecrets } from '../../secrets/secret.ts';
import type { InputFile } from '../imports/input-files.ts';
import { lockRun } from '../publish/store.ts';
import {
  type Api,
  type ApiWindow,
  type CollectContext,
  type CollectEnvironment,
  CollectionError,
  CollectionPaused,
  type Collector,
  LocationError,
  windowOf,
} from './collector.ts';
import {
  archiveOf,
  insertStep,
  selectState,
  selectUsed,
  selectWaiting,
  settleWaiting,
  takeAllUnits,
  takeUnits,
} from './store.ts';

/** `resumeAt`: when the next run should begin; null for the regular time. `usage`: units by API. */
export type CollectorRun = { notices: SourceNotice[]; resumeAt: Date | null; usage: Record<string, number> };

type CollectRun = { sourceId: string; importId: string };

type CollectDeps = Omit<CollectContext, 'state' | 'archive' | 'spend' | 'notify' | 'transcribe'> & {
  db: Database;
  run: CollectRun;
  onStep: (collected: number) => void;
};

/** A longer collection is imported as far as it got, and continues in the next run, which begins immediately. */
const maxCollectMs = 20 * 60_000;

/** Throws if no location could be read and none of them is paused, or if the run was replaced. */
export async function collect(
  collector: Collector,
  locations: readonly string[],
  deps: CollectDeps,
): Promise<CollectorRun> {
  const deadline = performance.now() + maxCollectMs;
  const collection: CollectorRun = { notices: [], resumeAt: null, usage: {} };
  const transcribe = await openTranscribe(deps, collection);
  let collected = 0;
  let read = 0;
  for (const location of locations) {
    try {
      const context = { ...(await contextOf(location, deps, collection)), transcribe };
      for await (const step of collector(location, context)) {
        await keep(deps, location, step);
        collected += step.records.length;
        deps.onStep(collected);
        if (performance.now() < deadline) continue;
        return { ...collection, resumeAt: new Date() };
      }
      read++;
    } catch (error) {
      if (deps.signal.aborted || !(error instanceof Error)) throw error;
      // Requests for the other locations would be wasted, since they could not be stored either.
      if (error instanceof HooklineError || toUnavailableError(error)) throw error;
      if (error instanceof CollectionError) throw new Error(sentencesOf(error));
      collection.notices.push(toNotice(location, error, deps.secrets));
      if (error instanceof CollectionPaused && !error.isOfLocation) return { ...collection, resumeAt: error.until };
    }
  }
  if (read > 0 || collected > 0) return collection;
  const [until] = collection.notices.flatMap((notice) => notice.until ?? []).sort();
  if (until === undefined) throw failureOf(collection.notices.filter(({ location }) => location !== null));
  return { ...collection, resumeAt: new Date(until) };
}

export function failureOf(notices: readonly SourceNotice[]): Error {
  const [first, ...others] = notices;
  const isOfAll = others.every(({ message }) => message === first?.message);
  const sentences = notices.map((notice) => (isOfAll ? '' : `${notice.location}: `) + sentencesOf(notice));
  return new Error([...new Set(sentences)].join(' '));
}

function sentencesOf({ message, remedy }: { message: string; remedy: string | null }): string {
  return [message, remedy].filter(Boolean).join(' ');
}

async function contextOf(
  location: string,
  deps: CollectDeps,
  { usage, notices }: CollectorRun,
): Promise<CollectContext> {
  const { db, sourceId, isForced, environment } = deps;
  const state = isForced ? {} : await selectState(db, sourceId, location);
  const spend = createSpend(db, environment, usage);
  const archive = archiveOf(db, sourceId, location, isForced);
  return { ...deps, state, archive, spend, notify: createNotify(notices, deps.secrets) };
}

/** Loaded only if transcription is configured. */
async function openTranscribe(
  { db, environment, secrets, signal }: CollectDeps,
  { usage, notices }: CollectorRun,
): Promise<CollectContext['transcribe']> {
  const { transcription: config } = environment;
  if (!config) return undefined;
  const { createTranscribe } = await import('./transcribe/transcribe.ts');
  const spend = createSpend(db, environment, usage);
  return createTranscribe({ db, environment, config, spend, signal, notify: createNotify(notices, secrets) });
}

export function createNotify(notices: SourceNotice[], secrets: CollectContext['secrets']): CollectContext['notify'] {
  return (text, remedy) => {
    const message = redactSecrets(text, secrets);
    if (notices.some((notice) => notice.message === message)) return;
    notices.push({ location: null, message, remedy, until: null });
  };
}

/** Adds the units that it takes to `usage`. */
export function createSpend(
  db: Database,
  environment: CollectEnvironment,
  usage: Record<string, number>,
): CollectContext['spend'] {
  return async (api, units) => {
    const window = windowOf(api, environment);
    if (units === 'all') await takeAllUnits(db, api, window);
    if (units === 'all' || !(await takeUnits(db, api, window, units))) throw exhausted(api, window);
    usage[api] = (usage[api] ?? 0) + units;
  };
}

/** The notice for a collector's error at a location, without secrets that an API repeats. */
export function toNotice(location: string, error: Error, secrets: CollectContext['secrets']): SourceNotice {
  const isPaused = error instanceof CollectionPaused;
  const remedy = isPaused || error instanceof LocationError ? error.remedy : null;
  const message = redactSecrets(error.message, secrets);
  return { location, message, remedy, until: isPaused ? error.until.toISOString() : null };
}

const limitNames: Readonly<Record<Api, [name: string, remedy: string | null]>> = {
  youtube: [
    'daily units of the YouTube API',
    'No action needed. For more units a day, raise the quota in the Google Cloud console and HOOKLINE_YOUTUBE_UNITS.',
  ],
  'youtube-search': ['daily searches of the YouTube API', 'Use channels instead: they cost no searches.'],
  'yt-dlp': ['hourly videos of yt-dlp', null],
  transcribe: ['monthly seconds of transcription', 'Raise HOOKLINE_TRANSCRIBE_BUDGET.'],
};

function exhausted(api: Api, { limit, end }: ApiWindow): CollectionPaused {
  const [name, remedy] = limitNames[api];
  // Channels can be read when no searches are left.
  const isOfLocation = api === 'youtube-search';
  return new CollectionPaused(`All ${limit.toLocaleString('en-US')} ${name} are used.`, end, remedy, isOfLocation);
}

/** Fails unless the run is the current one of the source. */
async function keep({ db, run }: CollectDeps, location: string, step: Parameters<typeof insertStep>[3]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockRun(trx, run.sourceId, run.importId)))
      fail('conflict', 'The source was changed or deleted during the run, or another process took over the run.');
    await insertStep(trx, run.sourceId, location, step);
  });
}

const recordsPerPage = 500;

/** `settle` is called once the file is imported. Undefined if no record is pending. */
type WaitingRecords = { file: InputFile; settle: () => Promise<void> };

/** The pending records as JSON Lines. `isArchived`: their ids are kept, so that they are not collected again. */
export async function readWaiting(
  db: Database,
  sourceId: string,
  { name, isArchived }: { name: string; isArchived: boolean },
): Promise<WaitingRecords | undefined> {
  let last = 0;
  async function* lines(): AsyncGenerator<Uint8Array> {
    last = 0;
    for (;;) {
      const page = await selectWaiting(db, sourceId, { after: last, limit: recordsPerPage });
      if (page.length === 0) return;
      yield Buffer.from(page.map(({ record }) => `${record}\n`).join(''));
      last = page.at(-1)?.n ?? last;
    }
  }
  if ((await selectWaiting(db, sourceId, { after: 0, limit: 1 })).length === 0) return undefined;
  return {
    file: { name: `${name}.jsonl`, size: undefined, open: lines },
    settle: () => settleWaiting(db, sourceId, { last, isArchived }),
  };
}

// The collector of each kind of location, loaded on demand, since most sources need none of them.

const collectors = {
  youtube: async () => (await import('./youtube/collector.ts')).collectYouTube,
  'yt-dlp': async () => (await import('./yt-dlp/collector.ts')).collectYtDlp,
  pages: async () => (await import('./pages/collector.ts')).collectPages,
} as const satisfies Record<string, () => Promise<Collector>>;

export function collectorOf(kind: keyof typeof collectors): Promise<Collector> {
  return collectors[kind]();
}

// Queries of collections: units of APIs that were used, and units that are left.

const apis = ['youtube', 'youtube-search', 'yt-dlp', 'transcribe'] as const satisfies readonly Api[];

export const apiUsageSchema = z
  .object({
    api: z.enum(apis).meta({
      description:
        '`youtube`: units a day; `youtube-search`: searches a day; `yt-dlp`: videos an hour; `transcribe`: seconds of audio a month (UTC), listed if it has a budget',
    }),
    used: z.number().int().meta({ description: 'Units used since the start of the window, over all sources' }),
    limit: z.number().int(),
    resets_at: z.iso.datetime().meta({ description: 'End of the window; for YouTube, midnight in Pacific time' }),
  })
  .meta({ id: 'ApiUsage', description: 'Units of an API in its current window' });
export type ApiUsage = z.infer<typeof apiUsageSchema>;

export async function readApiUsage(db: Database, environment: CollectEnvironment): Promise<ApiUsage[]> {
  const isListed = (api: Api) => api !== 'transcribe' || typeof environment.transcription?.budget === 'number';
  return Promise.all(
    apis.filter(isListed).map(async (api) => {
      const window = windowOf(api, environment);
      const used = await selectUsed(db, api, window);
      return { api, used, limit: window.limit, resets_at: window.end.toISOString() };
    }),
  );
}
