// Looks up the present view counts of videos by id: the interface that a platform needs for refreshes.
import type { ApiWindow, CollectContext } from '../collect/collector.ts';

/** `views` is null for hidden counts. Unavailable videos are left out. */
export type FoundViews = ReadonlyMap<string, number | null>;

/** Platform as in `video_key`. */
export type RefreshedPlatform = 'youtube';

export type ViewLookup = {
  platform: RefreshedPlatform;
  /** Ids per call, which costs one unit. */
  idsPerCall: number;
  /** The present window of its units. */
  window: (now?: Date) => ApiWindow;
  /** Spends units first. Rejects with a message for the operator, or with a CollectionPaused if it must be repeated later. */
  lookUp: (ids: readonly string[], context: Pick<CollectContext, 'spend' | 'signal'>) => Promise<FoundViews>;
};
