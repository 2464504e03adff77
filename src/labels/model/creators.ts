// Creator memory: the niche of a creator whose earlier hooks agree.
import { hash } from 'node:crypto';

/** Of a creator: the niche of most earlier hooks, the number of hooks, and how many of them have it. */
export type CreatorNiche = { niche: string; hooks: number; agreeing: number };
/** By creatorKey(). */
export type Creators = ReadonlyMap<string, CreatorNiche>;

const minHooks = 2;
const minShare = 0.75;
/** Those with the most hooks are kept. */
const maxCreators = 20_000;

/** A hash, so that a stored model has no names that a takedown would have to find. */
export function creatorKey(creator: string): string {
  return hash('sha256', creator.trim().replace(/^@+/, '').toLowerCase()).slice(0, 16);
}

/** Names without a letter, such as `@`, are of nobody. */
const nobody = creatorKey('');

/** Creators whose hooks agree. `counts`: hooks with a trusted niche, by creator and niche. */
export function rememberCreators(counts: Iterable<{ creator: string; niche: string; hooks: number }>): Creators {
  const byCreator = new Map<string, Map<string, number>>();
  for (const { creator, niche, hooks } of counts) {
    const key = creatorKey(creator);
    if (key === nobody || niche === 'other') continue;
    const niches = byCreator.get(key) ?? new Map<string, number>();
    niches.set(niche, (niches.get(niche) ?? 0) + hooks);
    byCreator.set(key, niches);
  }
  const agreed: [string, CreatorNiche][] = [];
  for (const [key, niches] of byCreator) {
    const total = [...niches.values()].reduce((sum, hooks) => sum + hooks, 0);
    const [niche = '', agreeing = 0] = [...niches].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (total >= minHooks && agreeing >= total * minShare) agreed.push([key, { niche, hooks: total, agreeing }]);
  }
  agreed.sort(([a, { hooks: n }], [b, { hooks: m }]) => m - n || (a < b ? -1 : 1));
  return new Map(agreed.slice(0, maxCreators));
}

/** The chance that another hook of the creator has the niche: the share of those before, with one of doubt. */
export function certaintyOf({ hooks, agreeing }: CreatorNiche): number {
  return (agreeing + 0.8) / (hooks + 1);
}
