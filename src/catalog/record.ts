// A row of `hooks` as the JSON record that clients get.
import { type HookValues, hookColumn, type RecordColumn, recordColumns } from '../db/hook-columns.ts';
import { compile } from '../lib/compile.ts';
import { dayMs } from '../lib/time.ts';
import type { FullHook } from './hook.ts';

/** The columns of a record. Timestamps are milliseconds since 1970. */
export type HookRow = Pick<HookValues<number>, RecordColumn>;

/** `opening` is the JSON between the value before and this one, such as `,"likes":` or `,"labels":{"method":`. */
export type RecordMember = { name: RecordColumn; opening: string };

export const recordMembers: readonly RecordMember[] = recordColumns.map((name, at) => ({
  name,
  opening: openingOf(name, recordColumns[at - 1]),
}));

function openingOf(name: RecordColumn, previous: RecordColumn | undefined): string {
  const path = pathOf(name);
  const before = previous === undefined ? [] : pathOf(previous);
  const parents = path.slice(0, -1);
  const isShared = (at: number) => parents.slice(0, at + 1).every((object, index) => object === before[index]);
  const shared = parents.filter((_, at) => at < before.length - 1 && isShared(at)).length;
  const closing = '}'.repeat(Math.max(0, before.length - 1 - shared));
  const opened = parents.slice(shared).map((object) => `"${object}":{`);
  return `${closing}${previous === undefined ? '{' : ','}${opened.join('')}"${path.at(-1)}":`;
}

function pathOf(name: RecordColumn): readonly string[] {
  return hookColumn(name).path ?? [name];
}

const lastColumn = recordColumns.at(-1);
/** Closes the objects that the last member is in. */
export const recordClosing = '}'.repeat(lastColumn === undefined ? 1 : pathOf(lastColumn).length);

/** Timestamps of `row` may be dates. */
export const toRecord = compile<Pick<HookValues<number | Date>, RecordColumn>, FullHook>('row', recordLiteral(), {
  toIso,
});

function recordLiteral(): string {
  const members = recordMembers.map(({ name, opening }) => opening + expressionOf(name));
  return members.join('') + recordClosing;
}

function expressionOf(name: RecordColumn): string {
  const { type, prefix } = hookColumn(name);
  if (prefix !== undefined) return `"${prefix}" + row.${name}`;
  return type === 'timestamptz' ? `row.${name} === null ? null : toIso(Number(row.${name}))` : `row.${name}`;
}

const maxDays = 20_000;
const days = new Map<number, string>();

/** As `Date.prototype.toISOString`, which for four timestamps a hook took most of the time of a large catalog. */
export function toIso(ms: number): string {
  const day = Math.floor(ms / dayMs);
  const date = days.get(day) ?? addDay(day);
  const time = ms - day * dayMs;
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String((time % 1000) + 1000).slice(1);
  return `${date}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${fraction}Z`;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function addDay(day: number): string {
  const iso = new Date(day * dayMs).toISOString();
  const date = iso.slice(0, iso.indexOf('T') + 1);
  if (days.size >= maxDays) days.clear();
  days.set(day, date);
  return date;
}
