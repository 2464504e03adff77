// A model of videos in several sources, each with its own source record (views and text), and random imports of it.
import fc from 'fast-check';
import { defaultLimits } from '../../src/config/limits.ts';
import { dayMs } from '../../src/lib/time.ts';

const day = dayMs;

type Said = {
  /** null while its only count is pending. */
  views: number | null;
  captured: number | null;
  text: string;
  updated: number;
  isDropped: boolean;
  claim: number | null;
};
const isUpperCase = (text: string) => text === text.toUpperCase();
type Hook = {
  owner: string;
  isRetired: boolean;
  views: number;
  text: string;
  creator: string;
  holders: Map<string, Said>;
};
/** Keyed by video. */
export type Catalog = Map<string, Hook>;

const sources = ['first', 'second', 'third'] as const;
const record = fc.record({
  video: fc.constantFrom('one', 'two', 'three'),
  wording: fc.constantFrom('plainly', 'oddly', 'PLAINLY'),
  views: fc.constantFrom(200_000, 300_000, 25_000_000, 1_000_000_000, 2_500_000_000, 500_000_000_000, 9e15),
  capturedBefore: fc.constantFrom(null, 0, day, 3 * day, 600 * day),
});
export const imported = fc.record({
  source: fc.constantFrom(...sources),
  isSnapshot: fc.boolean(),
  records: fc.uniqueArray(record, { minLength: 1, maxLength: 3, selector: ({ video }) => video }),
});
export type Imported = typeof imported extends fc.Arbitrary<infer T> ? T : never;
export const trusts = fc.record({
  first: fc.constantFrom(4, 5),
  second: fc.constantFrom(5, 6),
  third: fc.constantFrom(5, 9),
});
export type Trusts = typeof trusts extends fc.Arbitrary<infer T> ? T : never;

export function publish(catalog: Catalog, { source, isSnapshot, records }: Imported, trust: Trusts, now: number): void {
  for (const { video, wording: text, views, capturedBefore } of records) {
    const captured = capturedBefore === null ? null : now - capturedBefore;
    const hook = catalog.get(video);
    const said = { views, captured, text, updated: now, isDropped: false, claim: null };
    const holders = new Map([[source as string, said as Said]]);
    if (hook) say(hook, source, said, trust);
    else catalog.set(video, { owner: source, isRetired: false, views, text, creator: source, holders });
  }
  if (!isSnapshot) return;
  for (const [video, hook] of catalog) {
    const said = hook.holders.get(source);
    if (!said || said.isDropped || records.some((one) => one.video === video)) continue;
    hook.holders.set(source, { ...said, isDropped: true, claim: null });
    show(hook, trust);
  }
}

type News = Said & { views: number };

function say(hook: Hook, source: string, said: News, trust: Trusts): void {
  const before = hook.holders.get(source);
  const reference = hook.holders.get(hook.owner);
  const held = before ?? { ...said, views: null };
  if (reference !== undefined && isImplausible(said, reference))
    hook.holders.set(source, { ...held, isDropped: false, claim: said.views });
  // After a snapshot without the hook, the next record of the source counts whatever its date.
  else hook.holders.set(source, !before || before.isDropped ? said : merge(before, said));
  show(hook, trust);
}

function merge(before: Said, news: News): Said {
  const isLouder = isUpperCase(news.text) && news.text === before.text.toUpperCase();
  const said = { ...news, text: isLouder ? before.text : news.text };
  if (!isCurrent(said, before)) return before;
  const isFresh = isNewer(said, before);
  if (!isFresh && said.text === before.text && before.claim === null) return before;
  const { views, captured } = isFresh ? said : before;
  return { ...said, views, captured };
}

function isImplausible({ views, captured, updated }: News, reference: Said): boolean {
  const known = reference.views ?? 0;
  const since = (captured ?? updated) - (reference.captured ?? reference.updated);
  const { viewJumpFactor, viewJumpPerDay } = defaultLimits;
  return views > viewJumpFactor * known && views - known > viewJumpPerDay * Math.max(1, since / day);
}

function isCurrent(said: News, before: Said): boolean {
  if (before.views === null) return true;
  if (said.captured !== null && before.captured !== null) return said.captured >= before.captured;
  return said.views >= before.views;
}

function isNewer(said: News, before: Said): boolean {
  if (before.views === null) return true;
  // A capture of the same count does not count as a change.
  if (said.views === before.views) return false;
  const areDated = said.captured !== null && before.captured !== null && said.captured !== before.captured;
  return areDated ? Number(said.captured) > Number(before.captured) : said.views > before.views;
}

/**
 * Shows the newest record of the most trusted sources, in a spelling that is not in capitals. A count without a date is the newest only if
 * it is the largest.
 */
function show(hook: Hook, trust: Trusts): void {
  const shown = [...hook.holders].flatMap(([source, { views, ...said }]) =>
    views === null || said.isDropped
      ? []
      : [{ ...said, views, source, trust: trust[source as keyof Trusts], at: said.captured ?? said.updated }],
  );
  const isStale = ({ views, captured, trust }: (typeof shown)[number]) =>
    captured === null && shown.some((other) => other.trust === trust && other.views > views);
  const [best] = shown.sort(
    (a, b) =>
      b.trust - a.trust ||
      Number(isStale(a)) - Number(isStale(b)) ||
      b.at - a.at ||
      b.updated - a.updated ||
      (a.source < b.source ? -1 : 1),
  );
  hook.isRetired = best === undefined;
  if (!best) return;
  const calm = isUpperCase(best.text)
    ? shown.find(({ text }) => text !== best.text && text.toUpperCase() === best.text)
    : best;
  Object.assign(hook, { views: best.views, text: (calm ?? best).text, creator: best.source });
}
