// The hook as clients see it: the seven fields, then the full record. Field order is part of the contract.
import { z } from 'zod';
import type { HookColumn } from '../db/columns/hook-column.ts';
import {
  type BriefColumn,
  briefColumns,
  type HookColumns,
  type HookValues,
  hookColumn,
  type NestedColumn,
  type PrefixedColumn,
  type RecordColumn,
  recordColumns,
} from '../db/hook-columns.ts';

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

/** Characters of a hook's text. Opening lines are short: YouTube limits titles to 100 characters. */
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
