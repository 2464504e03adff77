// A model of hooks that several sources hold, in which every holder says its own views, and random imports of it.
import fc from 'fast-check';
import { defaultLimits } from '../../src/config/limits.ts';
import { dayMs } from '../../src/lib/time.ts';

const day = dayMs;

type Said = {
  views: number | null;
  captured: number | null;
  updated: number;
  isDropped: boolean;
  claim: number | null;
};
type Hook = { owner: string; isRetired: boolean; views: number; holders: Map<string, Said> };
export type Catalog = Map<string, Hook>;

const record = fc.record({
  text: fc.constantFrom('one', 'two', 'three'),
  views: fc.constantFrom(200_000, 300_000, 25_000_000, 1_000_000_000, 2_500_000_000, 500_000_000_000, 9e15),
  capturedBefore: fc.constantFrom(null, 0, day, 3 * day, 600 * day),
});
export const imported = fc.record({
  source: fc.constantFrom('first', 'second', 'third'),
  isSnapshot: fc.boolean(),
  records: fc.uniqueArray(record, { minLength: 1, maxLength: 3, selector: ({ text }) => text }),
});
export type Imported = typeof imported extends fc.Arbitrary<infer T> ? T : never;

export function publish(catalog: Catalog, { source, isSnapshot, records }: Imported, now: number): void {
  for (const { text, views, capturedBefore } of records) {
    const captured = capturedBefore === null ? null : now - capturedBefore;
    const hook = catalog.get(text);
    const said = { views, captured, updated: now, isDropped: false, claim: null };
    if (hook) say(hook, source, said);
    else catalog.set(text, { owner: source, isRetired: false, views, holders: new Map([[source, said]]) });
  }
  if (!isSnapshot) return;
  for (const [text, hook] of catalog) {
    const said = hook.holders.get(source);
    if (!said || said.isDropped || records.some((one) => one.text === text)) continue;
    hook.holders.set(source, { ...said, isDropped: true, claim: null });
    hook.isRetired = [...hook.holders.values()].every(({ isDropped }) => isDropped);
    show(hook);
  }
}

function say(hook: Hook, source: string, said: Said & { views: number }): void {
  const before = hook.holders.get(source);
  const reference = hook.holders.get(hook.owner);
  const kept = before ?? { ...said, views: null };
  hook.isRetired = false;
  if (reference && isImplausible(said, reference))
    hook.holders.set(source, { ...kept, isDropped: false, claim: said.views });
  else hook.holders.set(source, isFresh(said, kept) ? said : { ...kept, isDropped: false, claim: null });
  show(hook);
}

function isImplausible({ views, captured, updated }: Said & { views: number }, reference: Said): boolean {
  const known = reference.views ?? 0;
  const since = (captured ?? updated) - (reference.captured ?? reference.updated);
  const { viewJumpFactor, viewJumpPerDay } = defaultLimits;
  return views > viewJumpFactor * known && views - known > viewJumpPerDay * Math.max(1, since / day);
}

function isFresh(said: Said & { views: number }, before: Said): boolean {
  if (before.views === null) return true;
  // A capture of the same count is no news.
  if (said.views === before.views) return false;
  const areDated = said.captured !== null && before.captured !== null && said.captured !== before.captured;
  return areDated ? Number(said.captured) > Number(before.captured) : said.views > before.views;
}

function show(hook: Hook): void {
  const holding = [...hook.holders.values()].filter(({ isDropped, views }) => !isDropped && views !== null);
  if (holding.length > 0) hook.views = Math.max(...holding.map(({ views }) => views ?? 0));
}
