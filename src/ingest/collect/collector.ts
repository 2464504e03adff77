// Collector: reads a location of a source from an API or a program, step by step. Types and errors.
import type { Config } from '../../config/config.ts';
import type { CollectedState, RequestSettings } from '../../db/tables/collect.ts';
import { dayMs, hourMs } from '../../lib/time.ts';
import { platformOfUrl, videoOfUrl } from '../../lib/video-url.ts';
import type { CreatorVideo } from '../creator-videos/store.ts';
import { type Mapping, readCreator } from '../mapping/mapping.ts';
import type { CollectSettings } from './settings.ts';
import type { Transcribe } from './transcribe/transcribed.ts';

export type CollectedRecord = {
  /** Id of the video at its platform, unique in a source. */
  id: string;
  state: Exclude<CollectedState, 'imported'>;
  /** JSON in the shape of the preset; null unless it is pending for the import. */
  record: string | null;
  views: number | null;
  /** ISO 8601. */
  publishedAt: string | null;
};

/** The record of a video that is unusable or gone. */
export function skipped(id: string): CollectedRecord {
  return { id, state: 'skipped', record: null, views: null, publishedAt: null };
}

type ListedVideo = { url: string; creator: unknown; views: number | null | undefined; publishedAt: string | null };

/** Empty unless views, creator and video are known. */
export function toCreatorVideo({ url, creator: given, views, publishedAt }: ListedVideo): CreatorVideo[] {
  const [creator, platform, video] = [readCreator(given), platformOfUrl(url), videoOfUrl(url)];
  if (creator === null || platform === null || video === undefined || views == null) return [];
  return [{ platform, creator, video, views, publishedAt }];
}

/** A video with fewer views than the catalog accepts is checked again until this age. */
export const watchMs = 30 * dayMs;

/** State of a location between runs; only its collector reads the members. */
export type LocationState = Readonly<Record<string, unknown>>;

/**
 * The outcome of one request or one run of a program. It is stored before the next one begins, so an interrupted collection continues after
 * it.
 */
export type Step = {
  records: readonly CollectedRecord[];
  /** Short videos whose views were read, collected or not, for the usual views of their creators. */
  videos?: readonly CreatorVideo[];
  state: LocationState;
  /** Drops the pending records of earlier steps. */
  startsOver?: boolean;
};

export type Archive = {
  /** Returns which of `ids` were collected before. Empty if the run is forced. */
  known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Ids of the location that had too few views at their last check, if it was before `checkedBefore`, oldest check first. */
  watched: (query: { checkedBefore: Date; publishedAfter: Date; limit: number }) => Promise<string[]>;
  /** Ids of YouTube videos of any creator whose views were last read before `seenBefore`, oldest first. */
  outdated: (query: { seenBefore: Date; limit: number }) => Promise<string[]>;
};

export type CollectContext = {
  sourceId: string;
  /** State after the last step; empty at first. */
  state: LocationState;
  archive: Archive;
  /**
   * Takes units of an API before a request. Throws a CollectionPaused if too few are left, and always for `all`, which is passed when the
   * API reports that no units are left.
   */
  spend: (api: Api, units: number | 'all') => Promise<void>;
  /** Adds a notice for the operator; the collection continues. Each message is shown once. */
  notify: (message: string, remedy: string | null) => void;
  /** Absent if transcription is off, and in previews. */
  transcribe?: Transcribe | undefined;
  settings: CollectSettings;
  /** Settings of a JSON API. */
  request: RequestSettings;
  /** Place of the records in a response of a JSON API. */
  mapping: Pick<Mapping, 'records' | 'keyField'>;
  /** Secrets by name. */
  secrets: ReadonlyMap<string, string>;
  environment: CollectEnvironment;
  /** Allows http and private addresses in locations. */
  allowPrivate: boolean;
  /** Videos with fewer views are watched. */
  minViews: number;
  /** Ignores ETags, states and the archive. */
  isForced: boolean;
  /** Limit of a preview; null in a run. */
  maxRecords: number | null;
  /** Aborts when the service stops. Collectors must then end child processes and requests. */
  signal: AbortSignal;
};

/**
 * Yields at least one step unless nothing changed. Throws a LocationError, a CollectionError or a CollectionPaused, or any error if the API
 * failed.
 */
export type Collector = (location: string, context: CollectContext) => AsyncIterable<Step>;

/** The location cannot be read, but the others can. */
export class LocationError extends Error {
  readonly remedy: string | null;
  constructor(message: string, remedy: string | null = null) {
    super(message);
    this.remedy = remedy;
  }
}

/** No location can be read, for example without a key, so the run fails. */
export class CollectionError extends LocationError {}

/** Nothing more can be collected until a time, since a quota is used up or the site blocks requests. */
export class CollectionPaused extends Error {
  readonly until: Date;
  readonly remedy: string | null;
  /** The other locations of the source can be read. */
  readonly isOfLocation: boolean;
  constructor(message: string, until: Date, remedy: string | null = null, isOfLocation = false) {
    super(message);
    this.until = until;
    this.remedy = remedy;
    this.isOfLocation = isOfLocation;
  }
}

// Environment of collectors: programs, addresses and limits from the configuration. Plain data, since it is sent to the thread of the
// import.

const names = [
  'youtubeUrl',
  'youtubeUnits',
  'ytDlp',
  'ytDlpCookies',
  'ytDlpVideosPerHour',
  'dataDir',
  'transcription',
] as const;

export type CollectEnvironment = Pick<Config, (typeof names)[number]>;

export function collectEnvironment(config: CollectEnvironment): CollectEnvironment {
  return Object.fromEntries(names.map((name) => [name, config[name]])) as CollectEnvironment;
}

// Rate limits of the APIs that collectors request: units per window, shared by all sources and processes.

/** `youtube` counts units, `youtube-search` calls, `yt-dlp` videos, `transcribe` seconds of audio. */
export type Api = 'youtube' | 'youtube-search' | 'yt-dlp' | 'transcribe';

/** Units of `youtube` that refreshes of view counts used. */
export type RefreshApi = 'youtube-refresh';

/** A window of an API: its units are available again at `end`. */
export type ApiWindow = { start: Date; end: Date; limit: number };

/** search.list has its own quota. */
const youtubeSearchesPerDay = 100;
/** Fits the range of the database column. */
const unlimited = 2_000_000_000;

export function windowOf(api: Api, environment: CollectEnvironment, now = new Date()): ApiWindow {
  if (api === 'yt-dlp') {
    const start = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
    return { start, end: new Date(start.getTime() + hourMs), limit: environment.ytDlpVideosPerHour };
  }
  if (api === 'transcribe') return { ...monthOf(now), limit: environment.transcription?.budget ?? unlimited };
  const limit = api === 'youtube' ? environment.youtubeUnits : youtubeSearchesPerDay;
  return { ...pacificDay(now), limit };
}

/** The month in UTC. */
function monthOf(now: Date): { start: Date; end: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

/** Google's quotas reset at midnight Pacific time. */
export function pacificDay(now: Date): { start: Date; end: Date } {
  const start = midnightBefore(now);
  // 36 hours later is always the next day, which has 23, 24 or 25 hours.
  return { start, end: midnightBefore(new Date(start.getTime() + 36 * hourMs)) };
}

const pacificHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
});

/** Hours are subtracted one by one, since clocks change at 2 a.m. */
function midnightBefore(now: Date): Date {
  let at = Math.floor(now.getTime() / hourMs) * hourMs;
  while (Number(pacificHour.format(at)) !== 0) at -= hourMs;
  return new Date(at);
}
