// Resolves a filter to its rows, from which pages, totals, facets and random samples are read.
import { LRUCache } from 'lru-cache';
import { countUp, lowerBound } from '../snapshot/binary-search.ts';
import {
  type HashColumn,
  hashColumns,
  hashKeys,
  hashText,
  labelMethods,
  type NumberColumn,
} from '../snapshot/filter-columns.ts';
import { rowsOfPair } from '../snapshot/pairs.ts';
import { readText } from '../snapshot/record-text.ts';
import { type Column, type Dimension, dimensions, findRow, type Rows } from '../snapshot/snapshot.ts';
import { rowsOfWord, splitWords } from '../snapshot/vocabulary.ts';
import {
  type Choice,
  type Conditions,
  type Filter,
  isCollected,
  isTextSearch,
  resultKey,
  selectsLabel,
} from './filter.ts';
import type { PresenceField } from './filter-fields.ts';
import { hasPhrase, intersectRows, keep, type Matches, type Phrase, searchText, uniteMatches } from './text-search.ts';

/** Cached results of one snapshot, with the same lifetime. */
export type ResolveCache = {
  matches: LRUCache<string, Matches>;
  everyRow: Matches;
  /** Results by code, for the columns that were searched for a single value. */
  ofCodes: Map<Column, Matches[]>;
  /** A request resolves the same filter for its page and for each facet. */
  last: { filter: Filter; matches: Matches } | undefined;
};

export function createResolveCache(snapshot: Rows): ResolveCache {
  return {
    matches: new LRUCache<string, Matches>({
      maxSize: Math.max(8 * 2 ** 20, snapshot.size * 32),
      sizeCalculation: ({ rows, tiers }, key) => rows.byteLength + (tiers?.byteLength ?? 0) + 2 * key.length + 256,
    }),
    everyRow: { rows: countUp(snapshot.size), tiers: null },
    ofCodes: new Map(),
    last: undefined,
  };
}

/** Returns matching rows, ascending, so that the most viewed come first. `without` omits the filter of one label, for its facet. */
export function resolve(snapshot: Rows, cache: ResolveCache, filter: Filter, without?: Dimension): Matches {
  if (without !== undefined && hasLabel(filter, without)) return resolveFilter(snapshot, cache, filter, without);
  if (cache.last?.filter !== filter) cache.last = { filter, matches: resolveFilter(snapshot, cache, filter) };
  return cache.last.matches;
}

function hasLabel({ labels, more }: Filter, dimension: Dimension): boolean {
  return labels[dimension] !== undefined || more?.excluded?.[dimension] !== undefined;
}

function resolveFilter(snapshot: Rows, cache: ResolveCache, filter: Filter, without?: Dimension): Matches {
  const clauses = clausesOf(snapshot, filter, without);
  const isPlain = filter.addedSince === undefined && !filter.words && !filter.more;
  if (isPlain && clauses.length === 0) return clip(snapshot, cache.everyRow, filter);
  if (isPlain && clauses.length === 1 && clauses[0].codes.length === 1)
    return clip(snapshot, matchesOfCode(cache, clauses[0]), filter);
  // Bounds of views select a run of the rows, so one cached result serves all bounds.
  const key = isPlain ? keyOf(clauses) : resultKey({ ...filter, minViews: undefined, maxViews: undefined }, without);
  const matches = cached(cache, key, () => narrow(snapshot, cache, filter, clauses, without));
  return clip(snapshot, matches, filter);
}

/** Takes a fifth of the time of `resultKey`. */
function keyOf(clauses: readonly Clause[]): string {
  let key = 'codes';
  for (const { dimension, codes } of clauses) key += ` ${dimension} ${codes.length === 1 ? codes[0] : codes.join()}`;
  return key;
}

/** Returns the cached result of `key`, or computes it. */
export function cached(cache: ResolveCache, key: string, compute: () => Matches): Matches {
  const hit = cache.matches.get(key);
  if (hit) return hit;
  const matches = compute();
  cache.matches.set(key, matches);
  return matches;
}

type Clause = { dimension: Dimension; column: Column; codes: number[]; total: number };

function clausesOf(snapshot: Rows, filter: Filter, without: Dimension | undefined): Clause[] {
  const clauses: Clause[] = [];
  for (const dimension of dimensions) {
    const wanted = filter.labels[dimension];
    if (!wanted || dimension === without) continue;
    const column = snapshot.columns[dimension];
    const codes = codesOf(column, dimension, wanted);
    let total = 0;
    for (const code of codes) total += column.starts[code + 1] - column.starts[code];
    clauses.push({ dimension, column, codes, total });
  }
  return clauses.length > 1 ? clauses.sort((a, b) => a.total - b.total) : clauses;
}

function codesOf({ values }: Column, dimension: Dimension, wanted: readonly string[]): number[] {
  if (dimension === 'language')
    return [...values.keys()].filter((code) => wanted.some((value) => selectsLabel(dimension, value, values[code])));
  const codes: number[] = [];
  for (const value of wanted) {
    const code = values.indexOf(value);
    if (code >= 0 && !codes.includes(code)) codes.push(code);
  }
  return codes.length > 1 ? codes.sort((a, b) => a - b) : codes;
}

function rowsOfCode({ rows, starts }: Column, code: number): Uint32Array {
  return rows.subarray(starts[code], starts[code + 1]);
}

function matchesOfCode({ ofCodes }: ResolveCache, { column, codes: [code] }: Clause): Matches {
  const known = ofCodes.get(column) ?? [];
  known[code] ??= { rows: rowsOfCode(column, code), tiers: null };
  ofCodes.set(column, known);
  return known[code];
}

/** Last run of each result, since the pages of a list have the same bounds. */
const runs = new WeakMap<Matches, { from: number; to: number; run: Matches }>();

/** Returns the rows within min_views and max_views, which are one run, since rows are in order of views. */
function clip({ views }: Rows, matches: Matches, { minViews, maxViews }: Filter): Matches {
  const { rows, tiers } = matches;
  const { length } = rows;
  const from = maxViews === undefined ? 0 : lowerBound(length, (at) => views[rows[at]] <= maxViews);
  const end = minViews === undefined ? length : lowerBound(length, (at) => views[rows[at]] < minViews);
  const to = Math.max(from, end);
  if (from === 0 && to === length) return matches;
  const last = runs.get(matches);
  if (last?.from === from && last.to === to) return last.run;
  const run = { rows: rows.subarray(from, to), tiers: tiers?.subarray(from, to) ?? null };
  runs.set(matches, { from, to, run });
  return run;
}

/** Tests the rows of the shortest available list against the other conditions. */
function narrow(
  snapshot: Rows,
  cache: ResolveCache,
  filter: Filter,
  clauses: Clause[],
  without: Dimension | undefined,
): Matches {
  const { addedAt, size } = snapshot;
  const { addedSince: since, more } = filter;
  const recent = since === undefined ? size : lowerBound(size, (at) => addedAt[snapshot.byAdded[at]] < since);
  let driver: Matches;
  let rest = clauses;
  const ids = more?.ids ?? more?.collected?.any;
  if (ids) {
    driver = { rows: rowsOfIds(snapshot, ids), tiers: null };
    if (isTextSearch(filter)) driver = intersectRows(textMatches(snapshot, cache, filter), driver.rows);
  } else if (isTextSearch(filter)) {
    driver = textMatches(snapshot, cache, filter);
  } else if (since !== undefined && recent <= (clauses[0]?.total ?? size)) {
    driver = { rows: snapshot.byAdded.slice(0, recent).sort(), tiers: null };
  } else {
    driver = clauses[0] ? { rows: unionOf(clauses[0], size), tiers: null } : cache.everyRow;
    rest = clauses.slice(1);
  }
  const tests: RowTest[] = rest.map(({ column, codes }) => maskTest(column, codes));
  if (since !== undefined) tests.push((row) => addedAt[row] >= since);
  if (more) tests.push(...rowTests(snapshot, more, without));
  // Tests run one after the other, since each leaves fewer rows to the next.
  const narrowed = tests.reduce(keep, driver);
  return more?.excludedPhrases ? withoutPhrases(snapshot, cache, narrowed, more.excludedPhrases) : narrowed;
}

function withoutPhrases(snapshot: Rows, cache: ResolveCache, matches: Matches, phrases: readonly Phrase[]): Matches {
  const isExcluded = new Uint8Array(snapshot.size);
  for (const phrase of phrases) for (const row of rowsOfPhrase(snapshot, cache, phrase)) isExcluded[row] = 1;
  return keep(matches, (row) => isExcluded[row] === 0);
}

function rowsOfPhrase(snapshot: Rows, cache: ResolveCache, phrase: Phrase): Uint32Array {
  return cached(cache, `phrase ${phrase.join(' ')}`, () => ({ rows: searchPhrase(snapshot, phrase), tiers: null }))
    .rows;
}

/** The result is cached without the other conditions, since the same words come with many filters. */
function textMatches(snapshot: Rows, cache: ResolveCache, { words, more, nearest }: Filter): Matches {
  const isOpen = !more?.isClosed;
  const key = `words ${words?.join(' ')}${isOpen ? '' : ' .'}`;
  let matches = words && cached(cache, key, () => searchText(snapshot.words, words, snapshot.size, isOpen));
  if (nearest?.match === 'meaning') matches = nearest;
  // A phrase would remove every row that could be added.
  else if (nearest && matches) matches = uniteMatches(matches, nearest);
  for (const phrase of more?.phrases ?? []) {
    const rows = rowsOfPhrase(snapshot, cache, phrase);
    matches = matches ? intersectRows(matches, rows) : { rows, tiers: null };
  }
  return matches ?? cache.everyRow;
}

function rowsOfIds(snapshot: Rows, ids: Iterable<number>): Uint32Array {
  return Uint32Array.from([...ids].flatMap((id) => findRow(snapshot, id) ?? [])).sort();
}

function unionOf({ column, codes, total }: Clause, size: number): Uint32Array {
  if (codes.length === 1) return rowsOfCode(column, codes[0]);
  const rows = new Uint32Array(total);
  let count = 0;
  if (total > size / 16) {
    const mask = maskOf(column, codes);
    for (let row = 0; row < size; row++) if (mask[column.codes[row]] === 1) rows[count++] = row;
    return rows;
  }
  for (const code of codes) {
    rows.set(rowsOfCode(column, code), count);
    count += column.starts[code + 1] - column.starts[code];
  }
  return rows.sort();
}

function maskTest(column: Column, codes: readonly number[]): RowTest {
  const mask = maskOf(column, codes);
  return (row) => mask[column.codes[row]] === 1;
}

function maskOf(column: Column, codes: readonly number[]): Uint8Array {
  const mask = new Uint8Array(column.values.length);
  for (const code of codes) mask[code] = 1;
  return mask;
}

// Identity of a result: values computed from its rows are cached under this number, for all pages and queries with the same rows.

const ids = new WeakMap<Matches, number>();
let last = 0;

export function matchesId(matches: Matches): number {
  let id = ids.get(matches);
  if (id === undefined) {
    id = ++last;
    ids.set(matches, id);
  }
  return id;
}

// Tests of single rows, for conditions without a list of rows.

type RowTest = (row: number) => boolean;

/** Ids and phrases are left to the caller. `without` omits the excluded values of one label, for its facet. */
function rowTests(rows: Rows, conditions: Conditions, without: Dimension | undefined): RowTest[] {
  const { excluded = {}, ranges = {}, addedUntil: until, has, sample, methods } = conditions;
  const tests: RowTest[] = [];
  for (const dimension of dimensions) {
    const values = excluded[dimension];
    if (values && dimension !== without) tests.push(labelTest(rows, dimension, values));
  }
  for (const [name, { min, max }] of Object.entries(ranges)) {
    const numbers = rows.numbers[name as NumberColumn];
    tests.push((row) => numbers[row] >= min && numbers[row] <= max);
  }
  const { collected } = conditions;
  if (collected) tests.push((row) => isCollected(collected, rows.ids[row]));
  if (until !== undefined) tests.push((row) => rows.addedAt[row] <= until);
  if (sample !== undefined) tests.push((row) => (rows.isSample[row] === 1) === sample);
  if (methods) tests.push(choiceTest(methods, (row) => labelMethods[rows.methods[row]]));
  for (const field of has?.any ?? []) tests.push(presenceTest(rows, field));
  for (const field of has?.none ?? []) tests.push(not(presenceTest(rows, field)));
  // These tests are last, since they read records.
  for (const name of hashColumns) {
    const choice = conditions[name];
    if (choice?.any.length) tests.push(textTest(rows, name, choice.any));
    if (choice?.none.length) tests.push(not(textTest(rows, name, choice.none)));
  }
  return tests;
}

const not =
  (test: RowTest): RowTest =>
  (row) =>
    !test(row);

function labelTest({ columns }: Rows, dimension: Dimension, excluded: readonly string[]): RowTest {
  const { values, codes } = columns[dimension];
  const isExcluded = Uint8Array.from(values, (value) =>
    excluded.some((unwanted) => selectsLabel(dimension, unwanted, value)) ? 1 : 0,
  );
  return (row) => isExcluded[codes[row]] === 0;
}

/** Returns whether a choice includes a value. */
function isChosen({ any, none }: Choice, value: string): boolean {
  return (any.length === 0 || any.includes(value)) && !none.includes(value);
}

function choiceTest(choice: Choice, read: (row: number) => string): RowTest {
  return (row) => isChosen(choice, read(row));
}

function presenceTest({ columns, hashes, numbers }: Rows, field: PresenceField): RowTest {
  if (field === 'format' || field === 'language') {
    const { values, codes } = columns[field];
    const unknown = values.indexOf('');
    return (row) => codes[row] !== unknown;
  }
  if (field === 'creator' || field === 'source_url' || field === 'template') return (row) => hashes[field][row] !== 0;
  const lowest = field === 'published_at' ? Number.MIN_SAFE_INTEGER : 0;
  return (row) => numbers[field][row] >= lowest;
}

/** Compares texts with a matching hash, since other texts may have it too. */
function textTest(rows: Rows, name: HashColumn, keys: readonly string[]): RowTest {
  const column = rows.hashes[name];
  const wanted = new Set(keys.map(hashText));
  return (row) => wanted.has(column[row]) && keys.includes(hashKeys[name](readText(rows, row, name)));
}

// Finds rows whose text contains a phrase: its words in this order, next to each other.

/**
 * Returns ascending rows. The texts of longer phrases are read, since a text may contain their pairs apart. Two words need no check: in a
 * text with both words apart, another pair would need the same hash, which happens less than once in ten thousand phrases.
 */
function searchPhrase(snapshot: Rows, phrase: Phrase): Uint32Array {
  const pairs = phrase.slice(1).map((word, at) => rowsOfPair(snapshot.pairs, phrase[at], word));
  const lists = [...pairs, ...phrase.map((word) => rowsOfWord(snapshot.words, word))].sort(
    (a, b) => a.length - b.length,
  );
  const [first, ...rest] = lists;
  const { rows } = rest.reduce(intersectRows, { rows: first, tiers: null } as Matches);
  return phrase.length < 3
    ? rows
    : rows.filter((row) => hasPhrase(splitWords(readText(snapshot, row, 'text')), phrase));
}
