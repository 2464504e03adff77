// The invented figures of a line: platform, views, reactions, length and dates. No words.
import { integerBetween, logNormal, logUniform, pickWeighted, type Random } from './random.ts';

export type Figures = {
  views: number;
  platform: string;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  duration_seconds: number;
  published_at: Date;
  views_captured_at: Date;
};

const platformWeights: readonly (readonly [platform: string, weight: number, niches?: readonly string[]])[] = [
  ['TikTok', 43],
  ['YouTube', 25],
  ['Reels', 21],
  ['Facebook', 3],
  ['Snapchat', 2],
  ['X', 2],
  [
    'LinkedIn',
    5,
    ['business', 'career', 'marketing', 'productivity', 'ai', 'finance', 'self_improvement', 'real_estate'],
  ],
  ['Pinterest', 5, ['beauty', 'fashion', 'food', 'home', 'art', 'travel', 'lifestyle', 'parenting']],
  ['Threads', 1],
  ['Twitch', 8, ['gaming', 'entertainment', 'comedy', 'music', 'sports']],
  ['Kwai', 0.8],
  ['Rumble', 0.6],
  ['Other', 0.4],
];

/** Seconds, typical of a format where not 34. */
const typicalSeconds: Readonly<Record<string, number>> = {
  podcast_clip: 58,
  interview: 75,
  storytime: 88,
  case_study: 95,
  tutorial: 62,
  vlog: 80,
  day_in_the_life: 70,
  explainer: 66,
  series: 64,
  street_interview: 48,
  q_and_a: 70,
  faceless_text: 14,
  montage: 21,
  slideshow: 17,
  pov: 16,
};

const dayMs = 86_400_000;
const minViews = 100_000;

function drawViews(random: Random): number {
  // A few of the catalog's videos are global hits; the log-normal alone would end near one billion.
  if (random() < 0.004) return Math.round(logUniform(random, 3e8, 7.6e9));
  let views = 0;
  while (views < minViews || views > 3e9) views = Math.round(logNormal(random, 1_250_000, 1.75));
  return views % 10 === 0 ? views + integerBetween(random, 1, 9) : views;
}

function drawPlatform(random: Random, niche: string, views: number): string {
  if (views > 1.5e9) return 'YouTube';
  const open = platformWeights.filter(([, , only]) => only === undefined || only.includes(niche));
  return pickWeighted(random, open, ([, weight]) => weight)[0];
}

function drawSeconds(random: Random, platform: string, format: string): number {
  const typical = typicalSeconds[format] ?? 34;
  if (platform === 'YouTube' && typical > 30 && random() < 0.35) {
    return Math.round(Math.min(logNormal(random, 540, 0.5), 5_400));
  }
  return Math.round(Math.min(Math.max(logNormal(random, typical, 0.4), 6), 178));
}

/** A share of the views, or unknown. Giant audiences react less: hence the gentle exponent. */
function drawReactions(random: Random, views: number, rate: number, unknown: number): number | null {
  const count = Math.round(logNormal(random, rate, 0.5) * views ** 0.94 * 2.3);
  return random() < unknown ? null : Math.min(count, Math.floor(views * 0.25));
}

function drawDates(random: Random, now: Date): Pick<Figures, 'published_at' | 'views_captured_at'> {
  const publishedMs = now.getTime() - Math.round((2 + random() * 728) * dayMs);
  // Most counts were taken lately, never within a day of publication.
  const ageMs = now.getTime() - publishedMs - dayMs;
  const capturedMs = now.getTime() - Math.round(Math.min(random() ** 3 * 45 * dayMs, ageMs));
  return { published_at: new Date(publishedMs), views_captured_at: new Date(capturedMs) };
}

/** YouTube shows no shares. */
export function drawFigures(random: Random, line: { niche: string; format: string }, now: Date): Figures {
  const views = drawViews(random);
  const platform = drawPlatform(random, line.niche, views);
  return {
    views,
    platform,
    likes: drawReactions(random, views, 0.045, 0.03),
    comments: drawReactions(random, views, 0.0011, 0.06),
    shares: drawReactions(random, views, 0.0035, platform === 'YouTube' ? 1 : 0.12),
    duration_seconds: drawSeconds(random, platform, line.format),
    ...drawDates(random, now),
  };
}

/** The catalog's top: above 8 billion. */
export function topViews(random: Random): number {
  return integerBetween(random, 8_010_000_001, 8_940_000_000);
}
