// Collector: reads a location of a source from an API or a program, step by step. Its types and its errors.
import type { CollectedState, RequestSettings } from '../../db/tables/collect.ts';
import { dayMs } from '../../lib/time.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { Transcribe } from '../transcribe/transcribed.ts';
import type { Api } from './api-limits.ts';
import type { CollectEnvironment } from './environment.ts';
import type { CollectSettings } from './settings.ts';

export type CollectedRecord = {
  /** Of the video at its platform, unique in a source. */
  id: string;
  state: Exclude<CollectedState, 'imported'>;
  /** JSON in the shape of the preset; null unless it is waiting for the import. */
  record: string | null;
  views: number | null;
  /** ISO 8601. */
  publishedAt: string | null;
};

/** Of a video that is of no use, or no longer there. */
export function skipped(id: string): CollectedRecord {
  return { id, state: 'skipped', record: null, views: null, publishedAt: null };
}

/** A video with fewer views than the catalog accepts is checked again while it is younger. */
export const watchMs = 30 * dayMs;

/** Kept with a location from run to run; only its collector knows the members. */
export type LocationState = Readonly<Record<string, unknown>>;

/** What one request or one run of a program brought. It is stored before the next one begins, so a collection that is interrupted continues after it. */
export type Step = {
  records: readonly CollectedRecord[];
  state: LocationState;
  /** Drops what waits of earlier steps. */
  startsOver?: boolean;
};

export type Archive = {
  /** Those of `ids` that were collected before. None if the run is forced. */
  known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Ids of the location that had too few views when last checked, before `checkedBefore`; the longest ago first. */
  watched: (query: { checkedBefore: Date; publishedAfter: Date; limit: number }) => Promise<string[]>;
};

export type CollectContext = {
  sourceId: string;
  /** As the last step left it; empty at first. */
  state: LocationState;
  archive: Archive;
  /** Takes units of an API before a request. Throws a CollectionPaused if too few are left; always for `all`, when the API reports that none are. */
  spend: (api: Api, units: number | 'all') => Promise<void>;
  /** Adds a notice for the operator; the collection goes on. Each message is shown once. */
  notify: (message: string, remedy: string | null) => void;
  /** Absent if transcription is off, and in previews. */
  transcribe?: Transcribe | undefined;
  settings: CollectSettings;
  /** Of a JSON API. */
  request: RequestSettings;
  /** Where the records are in a response of a JSON API. */
  mapping: Pick<Mapping, 'records' | 'keyField'>;
  /** By name. */
  secrets: ReadonlyMap<string, string>;
  environment: CollectEnvironment;
  /** Allows http and private addresses in locations. */
  allowPrivate: boolean;
  /** Videos with fewer views are watched. */
  minViews: number;
  /** Ignores what is known: ETags, states and the archive. */
  isForced: boolean;
  /** A preview needs no more records; null in a run. */
  maxRecords: number | null;
  /** Aborts when the service stops: end child processes and requests. */
  signal: AbortSignal;
};

/** Yields at least one step unless nothing changed. Throws a LocationError, a CollectionError or a CollectionPaused, or any error if the API failed. */
export type Collector = (location: string, context: CollectContext) => AsyncIterable<Step>;

/** The location cannot be read; the others can. */
export class LocationError extends Error {
  readonly remedy: string | null;
  constructor(message: string, remedy: string | null = null) {
    super(message);
    this.remedy = remedy;
  }
}

/** No location can be read, such as without a key: the run fails. */
export class CollectionError extends LocationError {}

/** Nothing more can be collected until a time: a quota is used up, or the site blocks requests. */
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
