// Settles the videos of a batch whose details are missing: skips them, retries them later, or ends the collection.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs, hourMs } from '../../../lib/time.ts';
import { targetUrlError } from '../../../net/address.ts';
import { infoSuffix, videoLine } from '../../captions/yt-dlp.ts';
import type { CreatorVideo } from '../../creator-videos/store.ts';
import { isObject } from '../../formats/parse-json.ts';
import {
  type CollectContext,
  type CollectedRecord,
  CollectionPaused,
  type LocationError,
  type LocationState,
  skipped,
  toCreatorVideo,
  watchMs,
} from '../collector.ts';
import {
  countOf,
  creatorOf,
  type Details,
  type Entry,
  hasOwnIds,
  type ListedEntry,
  numberOf,
  publishedAtOf,
  toLocationError,
} from './listing.ts';
import { type Failure, type NamedFailure, remedies } from './program.ts';

/** A video that fails this often is skipped. */
const maxTries = 3;
/** If this many videos of a batch fail and none is read, the videos are not the cause. */
const minFailures = 3;
const maxPauseHours = 24;

type SettledBatch = {
  /** Skipped videos. */
  records: CollectedRecord[];
  state: YtDlpState;
  /** Videos that a later run retries, with the reason. */
  failed: string[];
  /** Set if the collection of the location ends. */
  error: CollectionPaused | LocationError | null;
};

/** `state`: the state after the videos that were read. */
export function settleBatch(batch: readonly Entry[], state: YtDlpState, { failures, general }: Details): SettledBatch {
  const pending = new Set(state.pending.map(({ id }) => id));
  const open = batch.filter(({ id }) => pending.has(id));
  const own = attribute(open, failures);
  const isNothingRead = open.length === batch.length;
  const failureOf = (entry: Entry) => own.get(entry) ?? general;
  const blocked = open.map(failureOf).find(({ kind }) => kind === 'blocked');
  if (blocked) {
    const blocks = state.blocks + 1;
    return { records: [], state: { ...state, blocks }, failed: [], error: toPause(blocked, blocks) };
  }
  // A failure of the machine is not the fault of any video.
  const machine = open.map(failureOf).find(({ kind }) => kind === 'machine');
  if (machine) return { records: [], state, failed: [], error: toLocationError(machine) };
  // A stopped program hung at the first video without a message, and did not reach the later ones.
  const hanging = general.kind === 'stopped' ? open.find((entry) => !own.has(entry)) : undefined;
  const tried = general.kind === 'stopped' ? open.filter((entry) => own.has(entry) || entry === hanging) : open;
  const isOfVideo = (entry: Entry) => failureOf(entry).kind === 'gone';
  const failing = tried.filter((entry) => !isOfVideo(entry));
  const [first] = failing;
  const error = isNothingRead && first ? toLocationError(failureOf(first)) : null;
  if (error && failing.length >= minFailures) return { records: [], state, failed: [], error };
  // After a change of the site, every video may look removed.
  const isDoubtful = isNothingRead && tried.length >= minFailures;
  const counted = isDoubtful ? tried : failing;
  const tries = Object.fromEntries(counted.map(({ id }) => [id, (state.tries[id] ?? 0) + 1]));
  const isOver = (entry: Entry) => (tries[entry.id] ?? maxTries) >= maxTries;
  const over = tried.filter(isOver);
  const again = counted.filter((entry) => !isOver(entry));
  const left = without(state, tried);
  return {
    records: over.map(({ id }) => skipped(id)),
    state: { ...left, tries: { ...left.tries, ...Object.fromEntries(again.map(({ id }) => [id, tries[id] ?? 1])) } },
    failed: again.map((entry) => `${entry.url}: ${failureOf(entry).message}`),
    error: general.kind === 'stopped' ? error : null,
  };
}

/** Assigns failures by id. If there are as many messages without an id as other videos, they are assigned in order. */
function attribute(open: readonly Entry[], failures: readonly NamedFailure[]): Map<Entry, Failure> {
  const ids = new Set(open.map(idOf));
  const named = new Map(
    failures.flatMap((failure) => (failure.id && ids.has(failure.id) ? [[failure.id, failure]] : [])),
  );
  const own = new Map<Entry, Failure>();
  const others = open.filter((entry) => {
    const failure = named.get(idOf(entry));
    if (failure) own.set(entry, failure);
    return !failure;
  });
  const unnamed = failures.filter(({ id }) => !(id && ids.has(id)));
  const isOfEach = unnamed.length === others.length;
  return new Map([
    ...own,
    ...others.flatMap((entry, at) => (isOfEach && unnamed[at] ? [[entry, unnamed[at]] as const] : [])),
  ]);
}

/** `blocks`: consecutive blocks. Each pause is twice as long, from an hour to a day. */
export function toPause({ message }: Failure, blocks: number, now = Date.now()): CollectionPaused {
  const hours = Math.min(maxPauseHours, 2 ** (blocks - 1));
  return new CollectionPaused(
    `The site refuses requests of this machine: ${message}`,
    new Date(now + hours * hourMs),
    remedies.blocked,
  );
}

// The record of a video: the members of its info.json that mappings use, and whether it is imported, watched or skipped.

/** Other members contain cookies, signed URLs and paths of this machine, or are large. */
const kept = [
  ...['id', 'title', 'fulltitle', 'description', 'opening_line', 'language', 'categories', 'tags', 'webpage_url'],
  ...['uploader', 'uploader_id', 'uploader_url', 'channel', 'channel_id', 'channel_url', 'creator', 'creators'],
  ...['view_count', 'like_count', 'comment_count', 'repost_count', 'timestamp', 'upload_date', 'epoch'],
  ...['duration', 'width', 'height', 'extractor', 'extractor_key', 'live_status', 'availability', 'age_limit'],
  ...['track', 'artist', 'artists', 'media_type'],
];

type FinishedVideo = { entry: Entry; record: CollectedRecord; videos: CreatorVideo[]; isTranscribed: boolean };

/** Yields the videos of `entries` whose info.json in `directory` is complete. */
export async function* readFinished(
  directory: string,
  entries: readonly Entry[],
  context: CollectContext,
): AsyncGenerator<FinishedVideo> {
  const names = (await readdir(directory)).sort();
  const open = new Set(entries);
  for (const name of names) {
    if (!name.endsWith(infoSuffix)) continue;
    const line = await videoLine(directory, name, names, name);
    const members: unknown = line === null ? null : JSON.parse(line);
    if (!isObject(members)) continue;
    const missing = [...open];
    const entry =
      missing.find(({ url }) => url === members.original_url) ?? missing.find((one) => idOf(one) === members.id);
    // A file that could not be read has neither member.
    if (!entry) continue;
    open.delete(entry);
    const state = stateOf(members, context);
    const isTranscribed = state === 'waiting' && context.transcribe !== undefined && members.opening_line === undefined;
    const transcribed = isTranscribed ? await context.transcribe?.(await readInfo(directory, name)) : null;
    const picked = Object.fromEntries(kept.flatMap((key) => (members[key] == null ? [] : [[key, members[key]]])));
    const own = hasOwnIds(members.extractor_key) ? {} : { id: entry.url };
    const record = state === 'waiting' ? JSON.stringify({ ...picked, ...own, ...transcribed }) : null;
    const seen = { views: countOf(members.view_count), publishedAt: publishedAtOf(members) };
    const videos = state === 'skipped' ? [] : toCreatorVideo({ ...seen, url: entry.url, creator: creatorOf(members) });
    yield { entry, record: { id: entry.id, state, record, ...seen }, videos, isTranscribed };
  }
}

/** The id as the site has it. */
function idOf({ id }: Entry): string {
  return id.slice(id.indexOf(':') + 1);
}

async function readInfo(directory: string, name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(directory, name), 'utf8'));
}

/** A video with unknown figures is kept; the import rejects videos without views, with the reason. */
function stateOf(
  { view_count, duration, width, height, live_status }: Readonly<Record<string, unknown>>,
  { settings, minViews }: Pick<CollectContext, 'settings' | 'minViews'>,
): CollectedRecord['state'] {
  if (live_status === 'is_live' || live_status === 'is_upcoming') return 'skipped';
  if (settings.maxSeconds !== null && (numberOf(duration) ?? 0) > settings.maxSeconds) return 'skipped';
  const [across, down] = [numberOf(width), numberOf(height)];
  if (!settings.isAnyOrientation && across !== null && down !== null && across > down) return 'skipped';
  const views = countOf(view_count);
  return views !== null && views < minViews ? 'watched' : 'waiting';
}

// State of a location of yt-dlp from run to run: the listed videos whose details are still to be fetched.

export type YtDlpState = {
  pending: readonly Entry[];
  /** Number of failures by video id. */
  tries: Readonly<Record<string, number>>;
  /** Consecutive blocks by the site. */
  blocks: number;
  /** ISO 8601. */
  listedAt: string | null;
};

/** The state after the last step; empty if it has another shape. */
export function parseState({ pending, tries, blocks, listedAt }: LocationState): YtDlpState {
  return {
    pending: Array.isArray(pending) ? pending.filter(isEntry) : [],
    tries: isObject(tries) ? (tries as Record<string, number>) : {},
    blocks: typeof blocks === 'number' ? blocks : 0,
    listedAt: typeof listedAt === 'string' ? listedAt : null,
  };
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && typeof value.id === 'string' && typeof value.url === 'string';
}

export function without(state: YtDlpState, entries: readonly Entry[]): YtDlpState {
  const gone = new Set(entries.map(({ id }) => id));
  const tries = Object.fromEntries(Object.entries(state.tries).filter(([id]) => !gone.has(id)));
  return { ...state, pending: state.pending.filter(({ id }) => !gone.has(id)), tries };
}

export function relisted(state: YtDlpState, pending: readonly Entry[]): YtDlpState {
  const tries = Object.fromEntries(pending.flatMap(({ id }) => (state.tries[id] ? [[id, state.tries[id]]] : [])));
  return { ...state, pending, tries, listedAt: new Date().toISOString() };
}

// Chooses the listed videos whose details are needed, since the listing has too little of them.

/** Interval for watched videos whose views the listing does not contain. */
const recheckEveryMs = dayMs;
/** Ids per query. */
const idsAtOnce = 5000;
const maxWatched = 100_000;

type Choice = { records: CollectedRecord[]; videos: CreatorVideo[]; pending: Entry[] };

export async function chooseEntries(entries: readonly ListedEntry[], context: CollectContext): Promise<Choice> {
  const { archive, allowPrivate, minViews, notify } = context;
  const now = Date.now();
  const known = new Set<string>();
  for (let at = 0; at < entries.length; at += idsAtOnce)
    for (const id of await archive.known(entries.slice(at, at + idsAtOnce).map((entry) => entry.id))) known.add(id);
  const watchedSince = async (checkedBefore: number) => {
    const query = {
      checkedBefore: new Date(checkedBefore),
      publishedAfter: new Date(now - watchMs),
      limit: maxWatched,
    };
    return new Set(known.size === 0 ? [] : await archive.watched(query));
  };
  const [watched, overdue] = [await watchedSince(now), await watchedSince(now - recheckEveryMs)];
  const choice: Choice = { records: [], videos: [], pending: [] };
  for (const { id, url, views, seconds, publishedAt, creator } of entries) {
    // These URLs come from the site, so they are checked.
    if (targetUrlError(url.replace(/#.*/s, ''), { field: 'url', allowPrivate }) !== undefined) {
      notify('Listed videos whose URLs do not begin with https:// or are not public are left out.', null);
      continue;
    }
    const state = stateOf({ view_count: views, duration: seconds }, context);
    if (state !== 'skipped') choice.videos.push(...toCreatorVideo({ url, creator, views, publishedAt }));
    if (known.has(id)) {
      if (views === null ? overdue.has(id) : watched.has(id) && views >= minViews) choice.pending.push({ id, url });
      continue;
    }
    if (state === 'waiting') choice.pending.push({ id, url });
    // Listings of YouTube have no dates, so the video is watched from now on.
    else
      choice.records.push({ id, state, record: null, views, publishedAt: publishedAt ?? new Date(now).toISOString() });
  }
  return choice;
}
