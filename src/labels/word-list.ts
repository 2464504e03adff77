// Word lists: TSV files in the `words` folders, which curators edit. Lists are read when called, so callers wrap these in lazily().
import { readFileSync } from 'node:fs';
import { type TaxonomySet, taxonomy } from '../taxonomy/taxonomy.ts';

type Cells<Columns extends readonly string[]> = { readonly [Index in keyof Columns]: string };

const sources = new URL('../', import.meta.url);

/**
 * Reads the entries of `src/${path}`: a header line with the column names, then one entry per line. Blank lines and lines that begin with
 * `#` are comments. Errors, including errors of `entryOf`, name file and line, so that a curator finds the mistake.
 */
export function readWordList<const Columns extends readonly string[], Entry>(
  path: string,
  columns: Columns,
  entryOf: (cells: Cells<Columns>) => Entry,
): Entry[] {
  const entries: Entry[] = [];
  // Spreadsheet programs add a byte order mark and carriage returns.
  const text = readFileSync(new URL(path, sources), 'utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
  let hasHeader = false;
  let number = 0;
  try {
    for (const line of text.split('\n')) {
      number++;
      if (line === '' || line.startsWith('#')) continue;
      const cells = line.split('\t');
      if (hasHeader) entries.push(entryOf(toCells(line, cells, columns)));
      else assertHeader(cells, columns);
      hasHeader = true;
    }
  } catch (error) {
    throw new Error(`src/${path}:${number}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  return entries;
}

/** Reads a file with two columns: words by the first column. If `groups` are given, other groups are rejected. */
export function readWordGroups<const Group extends string = string>(
  path: string,
  column: string,
  groups?: readonly Group[],
): Readonly<Record<Group, readonly string[]>> {
  const words: Record<string, string[]> = Object.fromEntries((groups ?? []).map((group) => [group, []]));
  readWordList(path, [column, 'word'], ([cell, word]) => {
    const group = groups ? oneOf(groups, cell) : cell;
    words[group] ??= [];
    words[group].push(word);
  });
  return words as Record<Group, string[]>;
}

/** Reads a file with one column. */
export function readWords(path: string): string[] {
  return readWordList(path, ['word'], ([word]) => word);
}

function assertHeader(cells: readonly string[], columns: readonly string[]): void {
  if (cells.join() !== columns.join())
    throw new Error(`The first line must name the columns, separated by tabs: ${columns.join(', ')}.`);
}

const emptyOrSpaced = /^\s|\s$|\t\s|\s\t/;

function toCells<Columns extends readonly string[]>(line: string, cells: string[], columns: Columns): Cells<Columns> {
  if (cells.length !== columns.length)
    throw new Error(`An entry must have ${columns.length} columns, separated by tabs: ${columns.join(', ')}.`);
  if (emptyOrSpaced.test(line)) throw new Error('A column must not be empty or have spaces around it.');
  return cells as unknown as Cells<Columns>;
}

/** Returns `cell` if it is one of `values`; throws otherwise. */
export function oneOf<Value extends string>(values: readonly Value[], cell: string): Value {
  const value = values.find((known) => known === cell);
  if (value === undefined) throw new Error(`"${cell}" must be one of: ${values.join(', ')}.`);
  return value;
}

const idsOf = new Map<TaxonomySet, ReadonlySet<string>>();

/** Returns `cell` if it is an id of the taxonomy; throws otherwise. */
export function taxonomyId(set: TaxonomySet, cell: string): string {
  const ids = idsOf.get(set) ?? new Set(taxonomy[set].map(({ id }) => id));
  idsOf.set(set, ids);
  if (!ids.has(cell)) throw new Error(`"${cell}" is not an id of ${set} in the taxonomy.`);
  return cell;
}

/** Parses `cell` as a number from 0 to 1. */
export function shareOf(cell: string): number {
  const share = Number(cell);
  if (!(share >= 0 && share <= 1)) throw new Error(`"${cell}" must be a number from 0 to 1.`);
  return share;
}
