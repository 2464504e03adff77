// Tests of single rows for the conditions of a filter that no list of rows is kept for.
import {
  type HashColumn,
  hashColumns,
  hashKeys,
  hashText,
  labelMethods,
  type NumberColumn,
} from '../snapshot/filter-columns.ts';
import { readText } from '../snapshot/record-text.ts';
import { type Dimension, dimensions, type Rows } from '../snapshot/snapshot.ts';
import { isCollected } from './collection-filter.ts';
import { type Choice, type Conditions, selectsLabel } from './filter.ts';
import type { PresenceField } from './filter-fields.ts';

export type RowTest = (row: number) => boolean;

/** Those of ids and phrases are for the caller. `without` omits the excluded values of one label, for its facet. */
export function rowTests(rows: Rows, conditions: Conditions, without: Dimension | undefined): RowTest[] {
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
  // Last, since they read records.
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

/** Whether a value is one of a choice. */
export function isChosen({ any, none }: Choice, value: string): boolean {
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

/** Texts with the hash of a wanted one are compared, since others may have it too. */
function textTest(rows: Rows, name: HashColumn, keys: readonly string[]): RowTest {
  const column = rows.hashes[name];
  const wanted = new Set(keys.map(hashText));
  return (row) => wanted.has(column[row]) && keys.includes(hashKeys[name](readText(rows, row, name)));
}
