// The labeller of a process, replaced as a whole when another model becomes active.
import type { Db } from '../../db/database.ts';
import type { HookValues } from '../../db/hook-columns.ts';
import { createLabeller, type LabelInput, type Labeller } from '../../labels/labeller.ts';
import { decodeModel } from '../../labels/model/model.ts';
import type { Observe } from '../../telemetry/events.ts';
import { selectActiveModel, selectActiveVersion } from './store-models.ts';

type LiveLabeller = {
  current: () => Labeller;
  /** Resolves when `current` reflects everything committed before the call. */
  reload: () => Promise<void>;
};

/** Uses the shipped model until the first `reload`. `load` receives the current labeller, and returns it if its model is still active. */
export function createLiveLabeller(load: (current: Labeller) => Promise<Labeller>): LiveLabeller {
  let current = createLabeller();
  let loading: Promise<void> = Promise.resolve();
  return {
    current: () => current,
    // Reloads run one after the other, so that an older model never replaces a newer one.
    reload: () => {
      const loadNext = async () => {
        current = await load(current);
      };
      loading = loading.then(loadNext, loadNext);
      return loading;
    },
  };
}

// Loads the labeller with the active model.

type Options = {
  /** Returned if its model is still active. */
  known?: Labeller;
  observe?: Observe;
};

/**
 * Returns the labeller with the active model of the database. Uses the shipped model if none is active, or if the active one is damaged or
 * of another version of Hookline, which is observed.
 */
export async function loadLabeller(db: Db, { known, observe = () => {} }: Options = {}): Promise<Labeller> {
  if (known && known.version === ((await selectActiveVersion(db)) ?? 0)) return known;
  const active = await selectActiveModel(db);
  if (!active) return createLabeller();
  try {
    if (active.bytes === null) throw new Error('The model has no bytes.');
    return createLabeller(decodeModel(active.bytes), active.version);
  } catch (error) {
    observe({ kind: 'labels_model_failed', version: active.version, error });
    return createLabeller();
  }
}

// Columns of a stored hook that a labeller reads.

export const inputColumns = [
  'text',
  'raw_text',
  'platform',
  'creator',
  'source',
  'source_family',
  'duration_seconds',
] as const satisfies (keyof HookValues<Date>)[];

/** Reads hashtags from the source's text. Tags in other columns of a record are not stored. */
export function toLabelInput(hook: Pick<HookValues<Date>, (typeof inputColumns)[number]>): LabelInput {
  const { text, raw_text, platform, creator, source, source_family: family, duration_seconds: durationSeconds } = hook;
  return { text, hints: hashtagsOf(raw_text ?? text), platform, creator, source, family, durationSeconds };
}

const hashtag = /[#＃]([\p{L}\p{M}\p{N}_]{2,40})/gu;
const maxHashtags = 30;

/** Returns each hashtag once, in lower case, without `#`. */
export function hashtagsOf(text: string): string[] {
  if (!/[#＃]/.test(text)) return [];
  const found = new Set<string>();
  for (const [, tag = ''] of text.matchAll(hashtag)) if (found.size < maxHashtags) found.add(tag.toLowerCase());
  return [...found];
}
