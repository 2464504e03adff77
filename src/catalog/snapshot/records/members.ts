// The form of a hook in memory: the JSON of its brief fields as clients get it, a byte for each other field, and the values without a byte,
// all without names, which take most of a record. Lists copy the first part; expand.ts makes whole records.
import { briefColumns, type HookColumnName, hookColumn } from '../../../db/hook-columns.ts';
import { type HookRow, type RecordMember, recordMembers, shownValue } from '../../record.ts';

/** Members after the brief fields, in the order of the record. */
export const fullMembers = recordMembers.slice(briefColumns.length);

/** Marks a value that is written out, and ends it, since JSON has no control characters. */
export const writtenOut = 1;

/** Returns the values of a column that are stored as one byte, beginning after `writtenOut`. */
function wordsOf(name: HookColumnName): readonly unknown[] {
  const { values = [], range = [] } = hookColumn(name);
  return [null, false, true, ...range, ...values];
}

const byteOf = (word: number) => writtenOut + 1 + word;

/** For each member, the JSON of the value by its byte. */
export const wordsOfMembers: readonly ReadonlyMap<number, string>[] = fullMembers.map(
  ({ name }) => new Map(wordsOf(name).map((value, word) => [byteOf(word), JSON.stringify(value)])),
);

const bytesOfMembers = fullMembers.map(({ name }) => ({
  name,
  bytes: new Map(wordsOf(name).map((value, word) => [value, String.fromCharCode(byteOf(word))])),
}));
const end = String.fromCharCode(writtenOut);

/** Returns the bytes after the brief fields. */
export function toCompact(row: HookRow): string {
  let head = '';
  let values = '';
  for (const { name, bytes } of bytesOfMembers) {
    const byte = bytes.get(row[name]);
    head += byte ?? end;
    if (byte === undefined) values += jsonOf(name, row) + end;
  }
  return head + values;
}

const briefMembers = recordMembers.slice(0, briefColumns.length);

/** Returns the JSON of the brief fields, without the closing brace. */
export function toBrief(row: HookRow): string {
  let json = '';
  for (const { name, opening } of briefMembers) json += opening + jsonOf(name, row);
  return json;
}

const jsonOf = (name: RecordMember['name'], row: HookRow) => JSON.stringify(shownValue(name, row[name]));
