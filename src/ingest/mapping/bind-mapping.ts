// Binds a mapping to the columns of one file, and detects the preset that reads it.
import { aliasesOf, fields } from './fields.ts';
import type { Mapping } from './mapping.ts';
import { presets } from './presets.ts';
import { resolveMapping } from './resolve-mapping.ts';

/** How a file is read. `columns`: of its first records; `preset`: the detected one. */
export type Binding = { mapping: Mapping; columns: readonly string[]; preset: string | null };

/** The preset whose columns the file has; of several, the one with the most. */
export function detectPreset(columns: readonly string[]): string | null {
  const fitting = Object.entries(presets).filter(([, { detect }]) => detect.every((path) => hasColumn(columns, path)));
  const [best] = fitting.sort(([, one], [, other]) => other.detect.length - one.detect.length);
  return best?.[0] ?? null;
}

/** The mapping of a preset, with the constants and the records of a mapping that names none. */
export function withPreset(preset: string, { set, records, keyField }: Mapping): Mapping {
  const mapping = resolveMapping({ preset });
  return { ...mapping, set: { ...mapping.set, ...set }, records: records ?? mapping.records, keyField };
}

export function bindByName(mapping: Mapping, columns: readonly string[]): Mapping {
  if (!mapping.byName) return mapping;
  return { ...mapping, byName: false, map: { ...findColumns(unmapped(columns, mapping)), ...mapping.map } };
}

/** The mapping with its columns found by name, or why the file cannot be imported. */
export function bindMapping(mapping: Mapping, columns: readonly string[]): Mapping | string {
  const bound = bindByName(mapping, columns);
  for (const field of ['text', 'views'] as const) {
    if (bound.set[field] !== undefined) continue;
    const paths = bound.map[field] ?? [];
    if (paths.some((path) => hasColumn(columns, path))) continue;
    const shown = columns.slice(0, 40).join(', ') || 'no columns';
    const searched = paths.length > 0 ? ` (looked for ${paths.join(', ')})` : '';
    // Lists of reasons show what is before the colon.
    return `no column for ${field}${searched}: the file has ${shown}. Map one, such as ${field}=${exampleColumn(field, columns)}`;
  }
  return bound;
}

/** Whether the path can be in the records: columns are the names at their top. */
export function hasColumn(columns: readonly string[], path: string): boolean {
  return columns.includes(path) || columns.includes(firstStep(path));
}

function firstStep(path: string): string {
  const dot = path.indexOf('.');
  return dot === -1 ? path : path.slice(0, dot);
}

function exampleColumn(field: 'text' | 'views', columns: readonly string[]): string {
  const likely = field === 'views' ? /view|play|watch|count/i : /text|title|caption|hook|line|desc|name/i;
  return columns.find((column) => likely.test(column)) ?? (field === 'views' ? 'Plays' : 'Caption');
}

/** A column that is mapped to one field is not found for another by its name. */
function unmapped(columns: readonly string[], { map }: Mapping): string[] {
  const mapped = new Set(Object.values(map).flat());
  return columns.filter((column) => !mapped.has(column));
}

function findColumns(columns: readonly string[]): Mapping['map'] {
  const byFolded = new Map(columns.map((column) => [foldColumn(column), column]));
  const found: Mapping['map'] = {};
  for (const field of fields) {
    const paths = [field, ...aliasesOf(field)].map((name) => byFolded.get(foldColumn(name)));
    const present = paths.filter((path) => path !== undefined);
    if (present.length > 0) found[field] = [...new Set(present)];
  }
  return found;
}

/** `View Count`, `view_count` and `viewCount` are one name. */
function foldColumn(column: string): string {
  return column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
