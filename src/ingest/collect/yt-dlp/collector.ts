// Collects a URL that yt-dlp supports: lists its videos, then fetches the details of new ones, batch by batch.
import { dayMs } from '../../../lib/time.ts';
import { findTargetUrlError } from '../../../net/connect.ts';
import { createResolve } from '../../../net/resolve.ts';
import type { CreatorVideo } from '../../creator-videos/store.ts';
import {
  type CollectContext,
  type CollectEnvironment,
  type CollectedRecord,
  LocationError,
  type Step,
} from '../collector.ts';
import { type Entry, fetchDetails, listEntries, toLocationError } from './listing.ts';
import { findYtDlp, openWorkDirectory, remedies, type WorkDirectory, type YtDlp } from './program.ts';
import {
  chooseEntries,
  parseState,
  readFinished,
  relisted,
  settleBatch,
  toPause,
  without,
  type YtDlpState,
} from './settle.ts';

/** Videos per run of the program. Batches are small, so that a preview shows the first videos soon. */
const batchSize = 10;
const previewBatchSize = 3;
/** An older listing is repeated, since newer videos may exist. */
const listingMs = dayMs;

export async function* collectYtDlp(location: string, context: CollectContext): AsyncGenerator<Step> {
  const url = location.slice('yt-dlp:'.length);
  const { allowPrivate, environment, sourceId, maxRecords } = context;
  const rules = { field: 'The URL after yt-dlp:', allowPrivate };
  const problem = await findTargetUrlError(url, rules, createResolve({ allowPrivate }));
  if (problem !== undefined) throw new LocationError(problem);
  const { program } = await findOnce(context);
  const isPreview = maxRecords !== null;
  const directory = await openWorkDirectory(environment.dataDir, { sourceId, location, isPreview });
  try {
    yield* collectUrl(url, program, directory, context);
    await directory.remove();
  } finally {
    // A run keeps its directory, since the next run reads the files that this one finished.
    if (isPreview) await directory.remove();
  }
}

const found = new WeakMap<CollectEnvironment, Promise<YtDlp>>();

/** Finds the program once per run, for all locations. */
async function findOnce({ environment, signal, notify }: CollectContext): Promise<YtDlp> {
  const finding = found.get(environment) ?? findYtDlp(environment.ytDlp, signal);
  found.set(environment, finding);
  const { advice } = await finding;
  if (advice) notify(advice.message, advice.remedy);
  return finding;
}

async function* collectUrl(
  url: string,
  program: string,
  directory: WorkDirectory,
  context: CollectContext,
): AsyncGenerator<Step> {
  const { environment, settings, signal, notify } = context;
  const run = { program, directory: directory.path, cookies: environment.ytDlpCookies, signal };
  let state = parseState(context.state);
  const isRecent = state.listedAt !== null && Date.now() - Date.parse(state.listedAt) < listingMs;
  if (state.pending.length === 0 || !isRecent) {
    const { entries, failure } = await listEntries(url, settings.maxVideos, run);
    if (entries.length === 0 && failure?.kind === 'blocked') {
      state = { ...state, blocks: state.blocks + 1 };
      yield { records: [], state };
      throw toPause(failure, state.blocks);
    }
    if (entries.length === 0 && failure) throw toLocationError(failure);
    const { pending, ...brought } = await chooseEntries(entries, context);
    state = relisted(state, pending);
    yield { ...brought, state };
  }
  // Reads the files that a killed run finished.
  for await (const step of readSteps(directory, state, state.pending, context)) {
    yield step;
    state = step.state;
  }
  const size = Math.min(context.maxRecords === null ? batchSize : previewBatchSize, environment.ytDlpVideosPerHour);
  const failed: string[] = [];
  while (state.pending.length > 0) {
    const batch = state.pending.slice(0, size);
    await context.spend('yt-dlp', batch.length);
    await directory.clear();
    const details = await fetchDetails(batch, settings, run);
    if (details.hasRefusedCaptions)
      notify('The site refused captions of some videos, so their titles are used.', remedies.blocked);
    for await (const step of readSteps(directory, state, batch, context)) {
      yield step;
      state = step.state;
    }
    const settled = settleBatch(batch, state, details);
    if (settled.state !== state) yield { records: settled.records, state: settled.state };
    state = settled.state;
    failed.push(...settled.failed);
    if (failed[0] !== undefined && state.pending.length === 0) notify(failedMessage(failed.length, failed[0]), null);
    if (settled.error) throw settled.error;
  }
}

function failedMessage(count: number, first: string): string {
  return count === 1
    ? `A video could not be read and will be retried: ${first}`
    : `${count} videos could not be read and will be retried. The first: ${first}`;
}

type YtDlpStep = Step & { state: YtDlpState };

/** Yields the complete videos as one step, or one step for each that takes long. */
async function* readSteps(
  directory: WorkDirectory,
  from: YtDlpState,
  entries: readonly Entry[],
  context: CollectContext,
): AsyncGenerator<YtDlpStep> {
  let state = from;
  let [records, videos]: [CollectedRecord[], CreatorVideo[]] = [[], []];
  for await (const { entry, record, videos: own, isTranscribed } of readFinished(directory.path, entries, context)) {
    records.push(record);
    videos.push(...own);
    state = { ...without(state, [entry]), blocks: 0 };
    if (!isTranscribed) continue;
    yield { records, videos, state };
    [records, videos] = [[], []];
  }
  if (records.length > 0) yield { records, videos, state };
}
