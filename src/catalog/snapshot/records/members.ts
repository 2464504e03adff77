// The form of a hook in memory: the JSON of its brief fields as clients get it, a byte for each other field, and the values that have
// no byte, without names, which take most of a record. Lists copy the first part; expand.ts makes whole records.
import { briefColumns, type HookColumnName, hookColumn } from '../../../db/hook-columns.ts';
import { compile } from '../../../lib/compile.ts';
import { type HookRow, type RecordMember, recordMembers, toIso } from '../../record.ts';

/** Those behind the brief fields, in the order of the record. */
export const fullMembers = recordMembers.slice(briefColumns.length);

/** The byte of a value that is written out. It also ends the value, since JSON has no control characters. */
export const writtenOut = 1;

/** Values of a column that a byte stands for, from the byte after `writtenOut` on. */
function wordsOf(name: HookColumnName): readonly unknown[] {
  const { values = [], range = [] } = hookColumn(name);
  return [null, false, true, ...range, ...values];
}

const byteOf = (word: number) => writtenOut + 1 + word;

/** For each member, the JSON of what a byte stands for. */
export const wordsOfMembers: readonly ReadonlyMap<number, string>[] = fullMembers.map(
  ({ name }) => new Map(wordsOf(name).map((value, word) => [byteOf(word), JSON.stringify(value)])),
);

const bytes = Object.fromEntries(
  fullMembers.map(({ name }) => [
    name,
    new Map(wordsOf(name).map((value, word) => [value, String.fromCharCode(byteOf(word))])),
  ]),
);
const quoted = JSON.stringify;
const end = quoted(String.fromCharCode(writtenOut));

/** What follows the brief fields. */
export const toCompact = compile<HookRow, string>(
  'row',
  [...fullMembers.map(byteExpression), ...fullMembers.map(valueExpression)].join(' + '),
  { toIso, bytes },
);

function hasWords(name: HookColumnName): boolean {
  const { values, range, type } = hookColumn(name);
  return values !== undefined || range !== undefined || type === 'boolean';
}

function byteExpression({ name }: RecordMember): string {
  if (hasWords(name)) return `(bytes.${name}.get(row.${name}) ?? ${end})`;
  return hookColumn(name).nullable ? `(row.${name} === null ? ${quoted(bytes[name].get(null))} : ${end})` : end;
}

function valueExpression({ name }: RecordMember): string {
  const value = jsonExpression(name);
  if (hasWords(name)) return `(bytes.${name}.has(row.${name}) ? '' : ${value} + ${end})`;
  return hookColumn(name).nullable ? `(row.${name} === null ? '' : ${value} + ${end})` : `${value} + ${end}`;
}

/** JSON of the brief fields, without the closing brace. */
export const toBrief = compile<HookRow, string>(
  'row',
  recordMembers
    .slice(0, briefColumns.length)
    .map(({ name, opening }) => `${quoted(opening)} + ${jsonExpression(name)}`)
    .join(' + '),
  { toIso },
);

/** Of a value that is known. */
function jsonExpression(name: HookColumnName): string {
  const { type, prefix } = hookColumn(name);
  if (prefix !== undefined) return `'"${prefix}' + row.${name} + '"'`;
  if (type === 'timestamptz') return `'"' + toIso(Number(row.${name})) + '"'`;
  return type === 'text' ? `JSON.stringify(row.${name})` : `row.${name}`;
}
