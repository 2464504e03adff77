// Converts a row of `hooks` to the JSON record that clients get.

import { z } from 'zod';
import {
  type BriefColumn,
  briefColumns,
  type HookColumn,
  type HookColumns,
  type HookValues,
  hookColumn,
  type NestedColumn,
  type PrefixedColumn,
  type RecordColumn,
  recordColumns,
} from '../db/hook-columns.ts';
import { dayMs } from '../lib/time.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

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
/** Closes the objects that contain the last member. */
export const recordClosing = '}'.repeat(lastColumn === undefined ? 1 : pathOf(lastColumn).length);

/** Accepts dates as timestamps. */
export function toRecord(row: Pick<HookValues<number | Date>, RecordColumn>): FullHook {
  const record: Record<string, unknown> = {};
  for (const name of recordColumns) {
    const path = [...pathOf(name)];
    const member = path.pop() ?? name;
    let parent = record;
    for (const object of path) {
      parent[object] ??= {};
      parent = parent[object] as Record<string, unknown>;
    }
    parent[member] = shownValue(name, row[name]);
  }
  return record as FullHook;
}

/** Returns the value of a column as the record has it. */
export function shownValue(name: RecordColumn, value: HookValues<number | Date>[RecordColumn]): unknown {
  const { type, prefix } = hookColumn(name);
  if (prefix !== undefined) return `${prefix}${value}`;
  return type === 'timestamptz' && value !== null ? toIso(Number(value)) : value;
}

const maxDays = 20_000;
const days = new Map<number, string>();

/** Replaces `Date.prototype.toISOString`, which for four timestamps a hook took most of the time of a large catalog. */
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

// The hook as clients see it: seven brief fields, then the full record. Field order is part of the contract.

type JsonValue<C extends RecordColumn> = C extends PrefixedColumn ? string : HookValues<string>[C];
/** An object with one member, at the end of a path of objects. */
type At<Path extends readonly string[], V> = Path extends readonly [
  infer Head extends string,
  ...infer Rest extends string[],
]
  ? { [K in Head]: Rest extends readonly [] ? V : At<Rest, V> }
  : never;
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer All) => void ? All : never;
type Nested = Intersection<{ [C in NestedColumn]: At<HookColumns[C]['path'], JsonValue<C>> }[NestedColumn]>;

export type Hook = { [C in BriefColumn]: JsonValue<C> };
export type FullHook = { [C in Exclude<RecordColumn, NestedColumn>]: JsonValue<C> } & Nested;

type Shape<T> = { [K in keyof T]: z.ZodType<T[K], T[K]> };

/** Maximum number of characters of a hook's text. Opening lines are short: YouTube limits titles to 100 characters. */
export const maxTextLength = 500;

export const hookSchema = z
  .object(shapeOf(briefColumns) as Shape<Hook>)
  .meta({ id: 'Hook', description: 'The opening line of a short video, with its labels' });

export const fullHookSchema = z
  .object(shapeOf(recordColumns) as unknown as Shape<FullHook>)
  .meta({ id: 'FullHook', description: 'A hook with all its fields. Unknown is null, never 0 or "".' });

export const hookFields: readonly (keyof Hook)[] = briefColumns;
export const fullHookFields = Object.keys(fullHookSchema.shape) as readonly (keyof FullHook)[];

type Tree = { [member: string]: z.ZodType | Tree };

function shapeOf(columns: readonly RecordColumn[]): Record<string, z.ZodType> {
  const tree: Tree = {};
  for (const name of columns) {
    const column = hookColumn(name);
    const path: readonly string[] = column.path ?? [name];
    let object = tree;
    for (const member of path.slice(0, -1)) {
      object[member] ??= {};
      object = object[member] as Tree;
    }
    object[path.at(-1) ?? name] = schemaOf(column);
  }
  return toShape(tree);
}

function toShape(tree: Tree): Record<string, z.ZodType> {
  const entries = Object.entries(tree);
  return Object.fromEntries(
    entries.map(([name, node]) => [name, node instanceof z.ZodType ? node : z.object(toShape(node))]),
  );
}

function schemaOf(column: HookColumn): z.ZodType {
  const { nullable, description, example } = column;
  const schema = nullable ? valueSchema(column).nullable() : valueSchema(column);
  if (description === undefined) return schema;
  return schema.meta(example === undefined ? { description } : { description, example });
}

function valueSchema({ type, prefix, values, range }: HookColumn): z.ZodType {
  if (prefix !== undefined) return z.string().regex(new RegExp(`^${prefix}\\d+$`));
  if (values) return z.enum(values);
  if (range) return z.number().min(range[0]).max(range[1]);
  switch (type) {
    case 'text':
      return z.string();
    case 'timestamptz':
      return z.iso.datetime();
    case 'boolean':
      return z.boolean();
    case 'double precision':
      return z.number();
    default:
      return z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
  }
}

// Percentiles of views, as PostgreSQL's percentile_cont computes them, rounded to integers.

/** `rows` must ascend, so their views descend; default: all rows. `share` is 0.5 for the median. Returns null without rows. */
export function percentile(
  { views, size }: Pick<Snapshot, 'views' | 'size'>,
  rows: Uint32Array | undefined,
  share: number,
): number | null {
  const length = rows ? rows.length : size;
  if (length === 0) return null;
  const position = share * (length - 1);
  const below = Math.floor(position);
  const ascending = (index: number) => views[rows?.[length - 1 - index] ?? length - 1 - index] ?? 0;
  const lower = ascending(below);
  const upper = ascending(Math.min(below + 1, length - 1));
  return Math.round(lower + (position - below) * (upper - lower));
}
