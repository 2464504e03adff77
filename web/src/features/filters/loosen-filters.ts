// Ways on from filters that match nothing or that the API does not understand. Nothing here knows of React.
import { type FilterName, filterNames, type HookFilters, setNames, without, wordsFor } from './hook-filters.ts';

/** Other filters, and in words what they do with those that are set. */
export type WayOn = { words: string; filters: HookFilters };

/** Each leaves out one filter. */
export function withoutOne(filters: HookFilters): WayOn[] {
  return setNames(filters).map((name) => ({
    words: `Drop ${wordsOf(filters, name)}`,
    filters: without(filters, name),
  }));
}

/** Each keeps one filter alone: for when leaving out one is not enough. */
export function onlyOne(filters: HookFilters): WayOn[] {
  const names = setNames(filters);
  if (names.length < 3) return [];
  return names.map((name) => ({ words: `Keep only ${wordsOf(filters, name)}`, filters: { [name]: filters[name] } }));
}

export type Counted = WayOn & { total: number };

/** Those that bring something, the one that brings the most first. */
export function mostFirst(ways: readonly Counted[]): Counted[] {
  return ways.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}

type Fault = { parameter?: string; detail: string; did_you_mean?: string };

/** What mends a query that was refused: the value that was meant, else the query without the value. */
export function corrections(filters: HookFilters, faults: readonly Fault[]): WayOn[] {
  return faults.flatMap(({ parameter, detail, did_you_mean: meant }) => {
    const name = filterNames.find((one) => one === (parameter === 'emotion' ? 'emotional_trigger' : parameter));
    const values = (name && filters[name]) ?? [];
    if (!name || values.length === 0) return [];
    // The service quotes the value in front of its refusal, cut where it is long.
    const refused = values.find((one) => detail.startsWith(`${one.slice(0, 60)} is not`)) ?? values[0];
    const others = values.filter((one) => one !== refused);
    const next = { ...filters, [name]: meant && !others.includes(meant) ? [...others, meant] : others };
    return [{ words: meant ? `Use ${meant}` : `Drop ${wordsFor(name, refused)}`, filters: next }];
  });
}

function wordsOf(filters: HookFilters, name: FilterName): string {
  return (filters[name] ?? []).map((value) => wordsFor(name, value)).join(', ');
}
