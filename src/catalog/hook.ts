// The hook as clients see it: the seven fields, then the full record. Field order is part of the contract.
import { z } from 'zod';
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
import type { HookColumn } from '../db/tables/hook-column.ts';

type JsonValue<C extends RecordColumn> = C extends PrefixedColumn ? string : HookValues<string>[C];
type Nested = HookColumns[NestedColumn]['path'];
type Members<O extends Nested[0]> = {
  [C in NestedColumn as HookColumns[C]['path'][0] extends O ? HookColumns[C]['path'][1] : never]: JsonValue<C>;
};

export type Hook = { [C in BriefColumn]: JsonValue<C> };
export type FullHook = { [C in Exclude<RecordColumn, NestedColumn>]: JsonValue<C> } & {
  [O in Nested[0]]: Members<O>;
};

type Shape<T> = { [K in keyof T]: z.ZodType<T[K], T[K]> };

export const hookSchema = z
  .object(shapeOf(briefColumns) as Shape<Hook>)
  .meta({ id: 'Hook', description: 'The opening line of a short video, with its labels' });

export const fullHookSchema = z
  .object(shapeOf(recordColumns) as unknown as Shape<FullHook>)
  .meta({ id: 'FullHook', description: 'A hook with all its fields. Unknown is null, never 0 or "".' });

export const hookFields: readonly (keyof Hook)[] = briefColumns;
export const fullHookFields = Object.keys(fullHookSchema.shape) as readonly (keyof FullHook)[];

function shapeOf(columns: readonly RecordColumn[]): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  const members: Record<string, Record<string, z.ZodType>> = {};
  for (const name of columns) {
    const column = hookColumn(name);
    const [object, member] = column.path ?? [];
    if (object === undefined || member === undefined) shape[name] = schemaOf(column);
    else {
      members[object] = { ...members[object], [member]: schemaOf(column) };
      shape[object] = z.object(members[object]);
    }
  }
  return shape;
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
