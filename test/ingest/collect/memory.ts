// Runs a collector like a run of a source, with its records and state in memory.

import { readConfig } from '../../../src/config/config.ts';
import {
  type Api,
  type CollectContext,
  type CollectedRecord,
  type Collector,
  collectEnvironment,
  type LocationState,
} from '../../../src/ingest/collect/collector.ts';
import { resolveCollect } from '../../../src/ingest/collect/settings.ts';
import type { CreatorVideo } from '../../../src/ingest/creator-videos/store.ts';

type MemoryRecord = CollectedRecord & { askedAt: Date };

export type MemorySource = {
  records: Map<string, MemoryRecord>;
  /** Ids of videos with stale views. */
  outdated: string[];
  /** Views of creators' videos, by video. */
  videos: Map<string, CreatorVideo>;
  state: LocationState;
  /** Units by API. */
  usage: Partial<Record<Api, number>>;
  /** Ends after `maxSteps` steps, as if the process were killed. Throws the errors of the collector. */
  run: (location: string, options?: Partial<CollectContext> & { maxSteps?: number }) => Promise<void>;
  /** Returns the ids in this state. */
  ids: (state: CollectedRecord['state']) => string[];
};

export function memorySource(
  collector: Collector,
  env: Record<string, string>,
  given: Partial<CollectContext> = {},
): MemorySource {
  const source: MemorySource = {
    records: new Map(),
    outdated: [],
    videos: new Map(),
    state: {},
    usage: {},
    run: async (location, { maxSteps = Number.POSITIVE_INFINITY, ...options } = {}) => {
      const context: CollectContext = {
        sourceId: 'src_memory',
        state: source.state,
        archive: {
          known: async (ids) => new Set(ids.filter((id) => source.records.has(id))),
          watched: async ({ checkedBefore, publishedAfter, limit }) =>
            [...source.records.values()]
              .filter(({ state }) => state === 'watched')
              .filter(({ askedAt }) => askedAt < checkedBefore)
              .filter(({ publishedAt }) => publishedAt !== null && new Date(publishedAt) > publishedAfter)
              .slice(0, limit)
              .map(({ id }) => id),
          outdated: async () => source.outdated.splice(0),
        },
        spend: async (api, units) => {
          if (units === 'all') throw new Error(`All units of ${api} are used.`);
          source.usage[api] = (source.usage[api] ?? 0) + units;
        },
        notify: () => {},
        settings: resolveCollect(null),
        request: {},
        mapping: { records: null, keyField: null },
        secrets: new Map(),
        environment: collectEnvironment(readConfig(env)),
        allowPrivate: true,
        minViews: 100_000,
        isForced: false,
        maxRecords: null,
        signal: new AbortController().signal,
        ...given,
        ...options,
      };
      let steps = 0;
      for await (const { records, videos = [], state } of collector(location, context)) {
        for (const video of videos) source.videos.set(video.video, video);
        for (const record of records) source.records.set(record.id, { ...record, askedAt: new Date() });
        // The database also stores the state as JSON.
        source.state = JSON.parse(JSON.stringify(state));
        if (++steps >= maxSteps) return;
      }
    },
    ids: (wanted) => [...source.records.values()].filter(({ state }) => state === wanted).map(({ id }) => id),
  };
  return source;
}
