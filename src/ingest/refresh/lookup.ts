// ViewLookup: reads the present view counts of videos by their ids. What a platform needs for its counts to be refreshed.
import type { ApiWindow, CollectContext } from '../collect/collector.ts';

/** `views` is null where the channel hides them. Videos that the platform no longer shows are left out. */
export type FoundViews = ReadonlyMap<string, number | null>;

/** As in `video_key`. */
export type RefreshedPlatform = 'youtube';

export type ViewLookup = {
  platform: RefreshedPlatform;
  /** Of one call, which costs one unit. */
  idsPerCall: number;
  /** In which units are counted now. */
  window: (now?: Date) => ApiWindow;
  /** Spends its units first. Rejects with a message for the operator; with a CollectionPaused if it can only be repeated later. */
  lookUp: (ids: readonly string[], context: Pick<CollectContext, 'spend' | 'signal'>) => Promise<FoundViews>;
};
