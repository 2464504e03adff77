// The fields that a column can be mapped to, and the names that other tools give them.
import { hookColumn, type ImportColumn, importColumns } from '../../db/hook-columns.ts';

/** Not columns: `hints` are hashtags and tags for guesses of labels; `labels` is the `labels` of our own exports. */
const otherFields = ['hints', 'labels'] as const;

export type Field = ImportColumn | (typeof otherFields)[number];

export const fields: readonly Field[] = [...importColumns, ...otherFields];

const aliases = new Map<string, readonly string[]>([
  ...importColumns.map((name) => [name, hookColumn(name).aliases ?? []] as const),
  ['hints', ['hashtags', 'tags', 'keywords', 'categories']],
  ['labels', []],
]);

export function isField(name: string): name is Field {
  return aliases.has(name);
}

export function aliasesOf(field: Field): readonly string[] {
  return aliases.get(field) ?? [];
}
