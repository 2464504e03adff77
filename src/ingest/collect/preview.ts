// Preview of a collection: the first records of its locations. Only the units it used are stored.
import type { Database } from '../../db/database.ts';
import type { SourceNotice } from '../../db/tables/collect.ts';
import { createNotify, createSpend, toNotice } from './collect.ts';
import { type Archive, type CollectContext, CollectionError, CollectionPaused, type Collector } from './collector.ts';

const maxRecords = 10;
/** Videos that are checked per location: one page of most APIs. */
const maxVideos = 50;
/** After this time the preview shows the records found so far. */
const collectMs = 30_000;

export type CollectedSample = {
  /** JSON in the shape of the preset. */
  records: string[];
  /** Checked videos by what a run would do with them. */
  found: { imported: number; watched: number; skipped: number };
  notices: SourceNotice[];
  usage: Record<string, number>;
  /** Number of locations that were read. */
  read: number;
};

export type SampleDeps = Omit<CollectContext, 'state' | 'archive' | 'spend' | 'notify' | 'maxRecords' | 'isForced'> & {
  db: Database;
};

const emptyArchive: Archive = { known: async () => new Set(), watched: async () => [], outdated: async () => [] };

/** Reads one location after another until there are enough records. Throws only if it is aborted. */
export async function collectSample(
  collector: Collector,
  locations: readonly string[],
  deps: SampleDeps,
): Promise<CollectedSample> {
  const usage: Record<string, number> = {};
  const notices: SourceNotice[] = [];
  const found = new Map<string, { state: string; record: string | null }>();
  const enough = () => [...found.values()].filter(({ record }) => record !== null).length >= maxRecords;
  const isLate = AbortSignal.timeout(collectMs);
  const context: CollectContext = {
    ...deps,
    state: {},
    archive: emptyArchive,
    spend: createSpend(deps.db, deps.environment, usage),
    notify: createNotify(notices, deps.secrets),
    settings: { ...deps.settings, maxVideos: Math.min(deps.settings.maxVideos, maxVideos) },
    isForced: true,
    maxRecords,
    signal: AbortSignal.any([deps.signal, isLate]),
  };
  let read = 0;
  for (const location of locations) {
    if (enough() || isLate.aborted) break;
    read++;
    try {
      for await (const { records } of collector(location, context)) {
        for (const { id, state, record } of records)
          found.set(id, { state, record: state === 'waiting' ? record : null });
        if (enough() || isLate.aborted) break;
      }
    } catch (error) {
      if (deps.signal.aborted || !(error instanceof Error)) throw error;
      notices.push(isLate.aborted ? lateNotice(location) : toNotice(location, error, deps.secrets));
      if (error instanceof CollectionError || (error instanceof CollectionPaused && !error.isOfLocation)) break;
    }
  }
  const count = (wanted: string) => [...found.values()].filter(({ state }) => state === wanted).length;
  const records = [...found.values()].flatMap(({ record }) => (record === null ? [] : [record]));
  return {
    records: records.slice(0, maxRecords),
    found: { imported: count('waiting'), watched: count('watched'), skipped: count('skipped') },
    notices,
    usage,
    read,
  };
}

function lateNotice(location: string): SourceNotice {
  const message = `The preview stopped after ${collectMs / 1000} s. Runs take as long as they need.`;
  return { location, message, remedy: null, until: null };
}
