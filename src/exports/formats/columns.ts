// The flat columns of csv and parquet, in the order of the record.

import type { HookColumn } from '../../db/columns/hook-column.ts';
import { hookColumn, recordColumns } from '../../db/hook-columns.ts';

export type Column = {
  name: string;
  type: 'STRING' | 'INT64' | 'INT32' | 'DOUBLE' | 'TIMESTAMP' | 'BOOLEAN';
  nullable: boolean;
};

const types: Record<HookColumn['type'], Column['type']> = {
  text: 'STRING',
  bigint: 'INT64',
  int: 'INT32',
  'double precision': 'DOUBLE',
  timestamptz: 'TIMESTAMP',
  boolean: 'BOOLEAN',
};

export const columns: readonly Column[] = recordColumns.map((column) => {
  const { type, prefix, nullable = false, path = [column] } = hookColumn(column);
  return { name: path.join('_'), type: prefix === undefined ? types[type] : 'STRING', nullable };
});

/** The columns of these fields of the record. */
export function columnsOf(fields: readonly string[]): readonly Column[] {
  const names = new Set(
    recordColumns
      .map((column) => hookColumn(column).path ?? [column])
      .flatMap((path) => (fields.includes(path[0] ?? '') ? [path.join('_')] : [])),
  );
  return columns.filter(({ name }) => names.has(name));
}

const nestedColumns = recordColumns.flatMap((column) => {
  const { path } = hookColumn(column);
  return path ? [{ name: path.join('_'), path }] : [];
});

export type FlatHook = Record<string, string | number | boolean | null>;

/** A record by columns: members of its objects are columns of their own. */
export function flatten(json: string): FlatHook {
  const record = JSON.parse(json);
  for (const { name, path } of nestedColumns) record[name] = path.reduce((object, member) => object[member], record);
  return record;
}
