// The invented starter set: thousands of labelled opening lines with invented figures, the same ones for the same seed.
import { composeLines, type Line } from './compose.ts';
import { inventCreator } from './creators.ts';
import { drawFigures, type Figures, topViews } from './figures.ts';
import { type Random, seededRandom } from './random.ts';

/** Field names are those of the record on the wire. */
export type SampleHook = Line &
  Figures & {
    /** BCP 47. */
    language: string;
    creator: string;
    source_url: null;
  };

export type SampleOptions = {
  /** Default 5,400. */
  count?: number;
  seed?: number;
  /** Dates lie in the two years before. Default: the clock. */
  now?: Date;
};

const defaultCount = 5_400;
const defaultSeed = 20_240;

/** Lifts the most viewed hook above 8 billion, where the catalog's range ends. */
function crown(random: Random, hooks: SampleHook[]): void {
  if (hooks.length === 0) return;
  const top = hooks.reduce((most, hook) => (hook.views > most.views ? hook : most));
  const views = topViews(random);
  const scale = views / top.views;
  const scaled = (reactions: number | null) => (reactions === null ? null : Math.floor(reactions * scale));
  Object.assign(top, {
    platform: 'YouTube',
    views,
    likes: scaled(top.likes),
    comments: scaled(top.comments),
    shares: null,
  });
}

/** The same (count, seed, now) give the same hooks. Throws RangeError when the grammar holds fewer lines than `count`. */
export function generateSample(options: SampleOptions = {}): SampleHook[] {
  const { count = defaultCount, seed = defaultSeed, now = new Date() } = options;
  const random = seededRandom(seed);
  const hooks = composeLines(random, count).map(
    (line): SampleHook => ({
      ...line,
      ...drawFigures(random, line, now),
      language: 'en',
      creator: inventCreator(random, line.niche),
      source_url: null,
    }),
  );
  crown(random, hooks);
  return hooks;
}
