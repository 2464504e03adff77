// Mapping from the columns of a file to the fields of a hook.

import { z } from 'zod';
import { hookColumn, type ImportColumn, importColumns } from '../../db/hook-columns.ts';
import type { SourceFamily } from '../../labels/label.ts';
import { cleanText } from '../../lib/text.ts';
import type { DateOrder } from './parse-date.ts';
import type { TextFunction } from './text-functions.ts';

/** Plain data, so that a source can store it in the database. */
export type Mapping = {
  /** Columns for each field, in order of preference. Dots reach into objects, `*` into arrays. */
  map: Partial<Record<Field, string[]>>;
  /** Constants, which take precedence over columns. `year` completes dates without one. */
  set: Partial<Record<Field | 'year', string>>;
  /** Dotted path to the records in nested JSON. */
  records: string | null;
  /** Field for the keys, if the records are the members of an object. */
  keyField: string | null;
  /** The member with the records of a JSON document that is not a record itself, such as a yt-dlp playlist. */
  entries: string | null;
  /** Matches fields without a column in `map` to columns by name. */
  byName: boolean;
  /** Columns with texts that need no cleaning: our own exports, and spoken lines. */
  finalText: readonly string[];
  /** The column with the whole transcript of the video. Its first sentence becomes the column `opening_line`. */
  transcript: string | null;
  /** The column with the whole text, used if the column of `text` is cut or a placeholder. */
  wholeText: string | null;
  /** The columns with the kind of post, and a pattern that matches videos. */
  videoType: { columns: string[]; pattern: string } | null;
  /** Whether columns are paths: `hashtags/0/name`, `authorMeta.name`. */
  isFlat: boolean;
  /** Kind of the text, if the platform does not determine it. */
  family: SourceFamily | null;
  /** The length at which the source cuts its texts, if it does. */
  cutLength: number | null;
  /** Functions applied to the text of a column, in this order, after `values`. */
  functions: Partial<Record<Field, TextFunction[]>>;
  /** Replacements of values of a column, before the taxonomy is consulted; null is "no value", `*` any other value. */
  values: Partial<Record<Field, Record<string, string | null>>>;
  /** Pattern whose first group is the value of the field. */
  extract: Partial<Record<Field, string>>;
  /** A field derived from the source id: `https://…/{source_id}`. */
  derive: Partial<Record<'source_url', string>>;
  /** Fields that are unknown if this column is true, since disabled likes read 0. */
  unknownWhere: Partial<Record<Field, string>>;
  /** Reads `17.14.11` as YY.DD.MM. */
  shortDates: boolean;
  /** Order of dates such as `05/10/2026`, detected from the dates of the file. */
  dateOrder: DateOrder | null;
  /** Removes the apostrophe that our CSV export puts before `= + - @`. */
  unguardCells: boolean;
  /** The name of the source if the import sets none. */
  defaultSource: string | null;
  /** Pattern of the imported files of a directory: `*.csv`. */
  files: string | null;
  /** The tool that filled the directory, if its files are read together. `yt-dlp` writes captions next to each info.json. */
  directory: 'yt-dlp' | null;
};

/** `map` and `set`: pairs. `records_of`: `key:id`, if the records are the members of an object and their keys are the field `id`. */
export type MappingInput = { preset?: string; map?: string[]; set?: string[]; records?: string; records_of?: string };

// Input of a mapping: pairs `field=column`, as the command line and the query write them, or an object, which is turned into pairs.

const name = z.string().min(1).max(300);
const columnSchema = z.strictObject({
  column: name,
  values: z
    .record(z.string().max(200), z.string().max(200).nullable())
    .optional()
    .meta({ description: 'Replacements of values; null drops a value, `*` matches all values that are not listed' }),
  functions: z.array(z.string().max(40)).max(10).optional().meta({ description: 'Functions, applied in this order' }),
});
type Column = z.infer<typeof columnSchema>;

const pairs = z.array(z.string().max(4000)).max(100);

export const mapSchema = z.union([pairs, z.record(name, z.union([z.string().max(4000), columnSchema]))]).meta({
  description: 'Columns by field: `{"text": "Caption"}`, or pairs `text=Caption`',
  examples: [{ text: 'Caption', niche: { column: 'Genre', values: { Fun: 'comedy' } } }],
});
export const setSchema = z.union([pairs, z.record(name, z.string().max(4000))]).meta({
  description: 'Constants by field: `{"platform": "Reels"}`, or pairs `platform=Reels`',
});
export const recordsOfSchema = z
  .string()
  .max(200)
  .meta({ description: 'For JSON whose records are the members of an object: `key:id` makes their keys the field id' });
export const encodingSchema = z
  .string()
  .max(40)
  .refine(isEncoding, { error: '`encoding` must be a name such as utf-8, windows-1252 or utf-16le.' })
  .meta({ description: 'Text encoding. Default: UTF-8, or Windows-1252 for a table that is not UTF-8' });
export const headerRow = {
  max: 10_000,
  description: 'Number of the header row. Default: detected',
} as const;

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

type PairsInput = z.infer<typeof mapSchema>;

/** An element of the array that is an object in JSON counts as an object, since a query only has texts. */
export function toPairs(input: PairsInput): string[] {
  if (!Array.isArray(input)) return Object.entries(input).map(([field, given]) => `${field}=${columnText(given)}`);
  return input.flatMap((element) => {
    const object = mapSchema.safeParse(parseObject(element));
    return object.success ? toPairs(object.data) : [element];
  });
}

/** The part after the `=`. */
type ColumnRule = Required<Column>;

const table = /^([^{}]*)\{([^{}]*)\}((?:\|[^{}]*)?)$/;

/** Parses `Genre`, `Genre{Fun:comedy,Misc:}|lower`, and a column as an object in JSON. */
export function parseColumn(text: string): ColumnRule {
  const object = columnSchema.safeParse(parseObject(text));
  if (object.success) return { values: {}, functions: [], ...object.data };
  const found = table.exec(text);
  // `Name {old}` is a plain name.
  const [, head = text, entries = '', tail = ''] = found?.[2]?.includes(':') ? found : [];
  const [column = '', ...functions] = `${head}${tail}`.split('|').map((part) => part.trim());
  const values = entries.split(',').flatMap((entry) => {
    const colon = entry.lastIndexOf(':');
    return colon < 0 ? [] : [[entry.slice(0, colon).trim(), entry.slice(colon + 1).trim() || null]];
  });
  return { column, functions, values: Object.fromEntries(values) };
}

function columnText(given: string | Column): string {
  if (typeof given === 'string') return given;
  const { column, values = {}, functions = [] } = given;
  const entries = Object.entries(values).map(([value, label]) => `${value}:${label ?? ''}`);
  const text = [entries.length > 0 ? `${column}{${entries.join(',')}}` : column, ...functions].join('|');
  // A name with one of the signs must be written in JSON.
  const isSame = JSON.stringify(parseColumn(text)) === JSON.stringify({ column, functions, values });
  return isSame ? text : JSON.stringify(given);
}

function parseObject(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Fields that a column can be mapped to, and their names in other tools.

/** Fields that are not columns: `hints` are hashtags and tags for guesses of labels; `labels` is the `labels` member of our own exports. */
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

// Records of a table whose columns are paths, as Apify writes them.

const pathStep = /[/.]/;

/** Adds the columns `hashtags/0/name` to the record as members of objects and arrays. */
export function unflatten(fields: Record<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = { ...fields };
  for (const [column, value] of Object.entries(fields)) {
    const steps = column.split(pathStep);
    if (steps.length < 2 || value === '' || value === null || steps.some((step) => step === '' || step in {})) continue;
    let level: Record<string, unknown> | unknown[] = nested;
    for (const [at, step] of steps.entries()) {
      const key = step as keyof typeof level;
      if (at === steps.length - 1) (level as Record<string, unknown>)[step] = value;
      else {
        const next: unknown = hasOwn(level, step) ? level[key] : undefined;
        const isList = /^\d{1,2}$/.test(steps[at + 1] ?? '');
        const child = typeof next === 'object' && next !== null ? next : isList ? [] : {};
        (level as Record<string, unknown>)[step] = child;
        level = child as Record<string, unknown>;
      }
    }
  }
  return nested;
}

// Reads the values of a record at a column path. Inherited properties are ignored.

/** Limit of values per array under `*`. */
const maxValues = 100;

export type ColumnPath = { name: string; steps: string[] };

export function compilePath(name: string): ColumnPath {
  return { name, steps: name.split('.') };
}

/** The values at a path: several only with `*`. A column whose own name contains dots takes precedence. */
export function valuesAt(record: Record<string, unknown>, path: ColumnPath): unknown[] {
  if (Object.hasOwn(record, path.name)) return [record[path.name]];
  if (path.steps.length === 1) return [];
  let level: unknown[] = [record];
  for (const step of path.steps) {
    const next: unknown[] = [];
    for (const value of level) {
      if (step === '*') {
        if (Array.isArray(value)) next.push(...value.slice(0, maxValues));
      } else if (hasOwn(value, step)) next.push(value[step]);
    }
    level = next.slice(0, maxValues);
  }
  return level;
}

function hasOwn<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

// Reads the fields of the source video: id, URL, creator, duration. An invalid value becomes null and never rejects the record.

const maxIdLength = 200;
const maxNameLength = 200;
const maxUrlLength = 2048;

/** Marks of programs for a missing value: `N/A`, `nan`, `-`, `#NAME?`. */
const nothing =
  /^(?:n\.?\/?a\.?|nan|none|null|nil|undefined|unknown|[-–—?]+|#\s?[\p{L}/]+[!?]?[\s\d/]*[!?]?|<na>|\(?(?:blank|empty|null)\)?)$/iu;

/** Whether a cell has no value. A hashtag is a value. */
export function isNothing(text: string): boolean {
  return text === '' || (nothing.test(text) && (!text.startsWith('#') || /[!?/]/.test(text)));
}

/** A spreadsheet keeps only 15 digits: `7.50E+18`, `7500000000000000000`. Shorter ids may end in zeros. */
const rounded = /^(?:\d(?:[.,]\d+)?e\+\d+|[1-9]\d{14}0{3,})$/i;

/** Ids are strings, since they may have 19 digits. A number beyond 2^53 has lost digits and is ignored. */
export function readSourceId(given: unknown): string | null {
  if (typeof given === 'number') return Number.isSafeInteger(given) && given > 0 ? String(given) : null;
  if (typeof given !== 'string' || given.length > maxIdLength * 4) return null;
  const id = cleanText(given);
  if (isNothing(id) || /^0+(?:\.0+)?$/.test(id) || rounded.test(id)) return null;
  return id.length <= maxIdLength ? id : null;
}

export function readUrl(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > maxUrlLength) return null;
  const url = given.trim();
  return /^https?:\/\/[^\s"<>\\]+$/i.test(url) && URL.canParse(url) ? url : null;
}

export function readCreator(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > maxNameLength) return null;
  return cleanText(given).replace(/^@+/, '').trim() || null;
}

const clockTime = /^(?:(?<h>\d{1,3}):)?(?<m>\d{1,2}):(?<s>\d{2})$/;
const isoDuration = /^P(?=.*\d)(?:(?<d>\d{1,5})D)?(?:T(?:(?<h>\d+)H)?(?:(?<m>\d+)M)?(?:(?<s>\d+)S)?)?$/;

/** Seconds, from a number, `84.543`, `1:24` or `PT1M24S`. */
export function readDuration(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) && given >= 0 ? given : null;
  if (typeof given !== 'string' || given.length > 30) return null;
  const text = given.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text);
  const groups = (clockTime.exec(text) ?? isoDuration.exec(text))?.groups;
  if (groups === undefined) return null;
  const { d = 0, h = 0, m = 0, s = 0 } = groups;
  return +d * 86_400 + +h * 3600 + +m * 60 + +s;
}
