// Word lists: TSV files in the `words` folders, which curators edit. Lists are read at first use, so callers wrap these in lazily().
import { readFileSync } from 'node:fs';
import { findValue, type TaxonomySet } from '../taxonomy/taxonomy.ts';

type Cells<Column extends string> = Readonly<Record<Column, string>>;

const sources = new URL('../', import.meta.url);

/**
 * The entries of `src/${path}`: a line with the names of the columns, then one entry a line. Blank lines and lines that begin with `#`
 * are comments. Errors, including those of `entryOf`, name file and line, so that a curator finds the mistake.
 */
export function readWordList<Column extends string, Entry>(
  path: string,
  columns: readonly Column[],
  entryOf: (cells: Cells<Column>) => Entry,
): Entry[] {
  const entries: Entry[] = [];
  const lineOf = new Map<string, number>();
  // Spreadsheet programs add a byte order mark and carriage returns.
  const lines = readFileSync(new URL(path, sources), 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    try {
      const earlier = lineOf.get(line);
      if (earlier !== undefined) throw new Error(`The entry is already in line ${earlier}. Remove one of them.`);
      const cells = line.split('\t');
      if (lineOf.size === 0) assertHeader(cells, columns);
      else entries.push(entryOf(nameCells(cells, columns)));
      lineOf.set(line, at + 1);
    } catch (error) {
      throw new Error(`src/${path}:${at + 1}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
  return entries;
}

/** The words of a file with two columns, by the first one. If `groups` are given, no others are accepted. */
export function readWordGroups<const Group extends string = string>(
  path: string,
  column: string,
  groups?: readonly Group[],
): Readonly<Record<Group, readonly string[]>> {
  const words: Record<string, string[]> = Object.fromEntries((groups ?? []).map((group) => [group, []]));
  readWordList(path, [column, 'word'], ({ [column]: cell = '', word = '' }) => {
    const group = groups ? oneOf(groups, cell) : cell;
    words[group] ??= [];
    words[group].push(word);
  });
  return words as Record<Group, string[]>;
}

/** The words of a file with one column. */
export function readWords(path: string): string[] {
  return readWordList(path, ['word'], ({ word }) => word);
}

function assertHeader(cells: readonly string[], columns: readonly string[]): void {
  if (cells.join() !== columns.join())
    throw new Error(`The first line must name the columns, separated by tabs: ${columns.join(', ')}.`);
}

function nameCells<Column extends string>(cells: readonly string[], columns: readonly Column[]): Cells<Column> {
  if (cells.length !== columns.length)
    throw new Error(`An entry must have ${columns.length} columns, separated by tabs: ${columns.join(', ')}.`);
  const named: Partial<Record<Column, string>> = {};
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (cell === '' || cell !== cell.trim())
      throw new Error(`\`${column}\` must not be empty or have spaces around it.`);
    named[column] = cell;
  }
  return named as Cells<Column>;
}

/** `cell`, if it is one of the `values` that a column can have. */
export function oneOf<Value extends string>(values: readonly Value[], cell: string): Value {
  const value = values.find((known) => known === cell);
  if (value === undefined) throw new Error(`"${cell}" must be one of: ${values.join(', ')}.`);
  return value;
}

/** `cell`, if it is an id of the taxonomy. */
export function taxonomyId(set: TaxonomySet, cell: string): string {
  if (findValue(set, cell) !== cell) throw new Error(`"${cell}" is not an id of ${set} in the taxonomy.`);
  return cell;
}

/** `cell` as a number from 0 to 1. */
export function shareOf(cell: string): number {
  const share = Number(cell);
  if (!(share >= 0 && share <= 1)) throw new Error(`"${cell}" must be a number from 0 to 1.`);
  return share;
}
