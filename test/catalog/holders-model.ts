// A model of videos that several sources hold, in which every holder says its own views and text, and random imports of it.
import fc from 'fast-check';
import { defaultLimits } from '../../src/config/limits.ts';
import { dayMs } from '../../src/lib/time.ts';

const day = dayMs;

type Said = {
  views: number | null;
  captured: number | null;
  text: string | null;
  updated: number;
  isDropped: boolean;
  claim: number | null;
};
/** `isAlone`: only its owner ever said something of it. */
type Hook = {
  owner: string;
  isRetired: boolean;
  isAlone: boolean;
  views: number;
  text: string;
  creator: string;
  holders: Map<string, Said>;
};
/** By video. */
export type Catalog = Map<string, Hook>;

const sources = ['first', 'second', 'third'] as const;
const record = fc.record({
  video: fc.constantFrom('one', 'two', 'three'),
  wording: fc.constantFrom('plainly', 'loudly'),
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
    else catalog.set(video, { owner: source, isRetired: false, isAlone: true, views, text, creator: source, holders });
  }
  if (!isSnapshot) return;
  for (const [video, hook] of catalog) {
    const said = hook.holders.get(source);
    if (!said || said.isDropped || records.some((one) => one.video === video)) continue;
    // The row of a hook that one source holds is that source's too.
    const updated = hook.isAlone ? now : said.updated;
    hook.holders.set(source, { ...said, updated, isDropped: true, claim: null });
    hook.isRetired = [...hook.holders.values()].every(({ isDropped }) => isDropped);
    show(hook, trust);
  }
}

type News = Said & { views: number; text: string };

function say(hook: Hook, source: string, said: News, trust: Trusts): void {
  const before = hook.holders.get(source);
  const reference = hook.holders.get(hook.owner);
  const kept = before ?? { ...said, views: null, text: null };
  const returned = hook.isAlone && hook.isRetired ? { ...kept, updated: said.updated } : kept;
  const isHeld = reference !== undefined && isImplausible(said, reference);
  if (source !== hook.owner || isHeld) hook.isAlone = false;
  hook.isRetired = false;
  if (isHeld) hook.holders.set(source, { ...kept, isDropped: false, claim: said.views });
  else hook.holders.set(source, merge(returned, said));
  show(hook, trust);
}

function merge(before: Said, said: News): Said {
  const held = { ...before, isDropped: false, claim: null };
  if (!isCurrent(said, before)) return held;
  const isFresh = isNewer(said, before);
  if (!isFresh && said.text === before.text) return held;
  const { views, captured } = isFresh ? said : before;
  return { ...held, views, captured, text: said.text, updated: said.updated };
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
  // A capture of the same count is no news.
  if (said.views === before.views) return false;
  const areDated = said.captured !== null && before.captured !== null && said.captured !== before.captured;
  return areDated ? Number(said.captured) > Number(before.captured) : said.views > before.views;
}

/** The newest of the most trusted, but an undated count only if it is the largest. */
function show(hook: Hook, trust: Trusts): void {
  const holding = [...hook.holders]
    .filter(([, { isDropped }]) => !isDropped)
    .map(([source, said]) => ({
      ...said,
      source,
      trust: trust[source as keyof Trusts],
      at: said.captured ?? said.updated,
    }));
  const counted = holding.flatMap((said) => (said.views === null ? [] : [{ ...said, views: said.views }]));
  const isStale = ({ views, captured, trust }: (typeof counted)[number]) =>
    captured === null && counted.some((other) => other.trust === trust && other.views > views);
  const [best] = counted.sort(
    (a, b) =>
      b.trust - a.trust ||
      Number(isStale(a)) - Number(isStale(b)) ||
      b.at - a.at ||
      b.views - a.views ||
      (a.source < b.source ? -1 : 1),
  );
  if (best) hook.views = best.views;
  const worded = holding.filter(({ text }) => text !== null);
  worded.sort((a, b) => a.trust - b.trust || a.at - b.at || a.updated - b.updated || (a.source < b.source ? -1 : 1));
  const teller = worded.at(-1);
  if (teller?.text) Object.assign(hook, { text: teller.text, creator: teller.source });
}
