// Which column of a file becomes which field of a hook: the type, and how flags or a preset make one. It reads no records.
import { fail } from '../../lib/errors.ts';
import { findValue, taxonomy } from '../../taxonomy/taxonomy.ts';
import { aliasesOf, type Field, fields, isField } from './fields.ts';
import { presets } from './presets.ts';

/** Plain data, so that a source can keep it in the database. */
export type Mapping = {
  /** The columns that may hold a field, in order of preference. Dots reach into objects, `*` into arrays. */
  map: Partial<Record<Field, string[]>>;
  /** Constants, which win over columns. `year` completes dates that state none. */
  set: Partial<Record<Field | 'year', string>>;
  /** Dotted path to the records in nested JSON. */
  records: string | null;
  /** Columns are found by their names in the file. */
  byName: boolean;
  stripTags: boolean;
  firstLine: boolean;
  /** What a value of a column stands for, before the taxonomy is asked; null is "not given". */
  values: Partial<Record<Field, Record<string, string | null>>>;
  /** The part of a value that counts: the first group of the pattern. */
  extract: Partial<Record<Field, string>>;
  /** A field made of the source id: `https://…/{source_id}`. */
  derive: Partial<Record<'source_url', string>>;
  /** Fields that are unknown where this column is true: likes that were switched off read 0. */
  unknownWhere: Partial<Record<Field, string>>;
  /** Reads `17.14.11` as YY.DD.MM. */
  shortDates: boolean;
  /** Takes off the apostrophe that our CSV export puts before `= + - @`. */
  unguardCells: boolean;
  /** The source's name where the import names none. */
  defaultSource: string | null;
  /** Which files of a directory belong: `*.csv`. */
  files: string | null;
  /** What a directory is a copy of, where its files are read together: `yt-dlp` reads captions beside each info.json. */
  directory: 'yt-dlp' | null;
};

export type MappingInput = { preset?: string; map?: string[]; set?: string[]; records?: string };

const blank: Mapping = {
  map: {},
  set: {},
  records: null,
  byName: false,
  stripTags: false,
  firstLine: true,
  values: {},
  extract: {},
  derive: {},
  unknownWhere: {},
  shortDates: false,
  unguardCells: false,
  defaultSource: null,
  files: null,
  directory: null,
};

/** Makes a mapping of what the operator stated; anything unknown in it is an error that names what is known. */
export function resolveMapping(input: MappingInput = {}): Mapping {
  const base = input.preset ? findPreset(input.preset) : { byName: true };
  const mapping: Mapping = structuredClone({ ...blank, ...base });
  for (const pair of input.map ?? []) {
    const [field, column] = splitPair('map', pair, 'text=Caption');
    if (!isField(field))
      refuse('map', `There is no field "${field}". Fields: ${fields.join(', ')}.`, closestMatch(field, fields));
    mapping.map[field as Field] = [column];
    delete mapping.values[field as Field];
    delete mapping.extract[field as Field];
  }
  for (const pair of input.set ?? []) {
    const [field, value] = splitPair('set', pair, 'platform=Reels');
    mapping.set[field as Field | 'year'] = checkConstant(field, value);
  }
  if (input.records) mapping.records = input.records;
  return mapping;
}

function findPreset(name: string): Partial<Mapping> {
  if (Object.hasOwn(presets, name)) return presets[name];
  const names = Object.keys(presets);
  return refuse('preset', `There is no preset "${name}". Presets: ${names.join(', ')}.`, closestMatch(name, names));
}

function splitPair(parameter: string, pair: string, example: string): [string, string] {
  const at = pair.indexOf('=');
  const [left, right] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at < 1 || right === '') refuse(parameter, `"${pair}" is not of the form field=value, such as ${example}.`);
  return [left, right];
}

function checkConstant(field: string, value: string): string {
  if (field === 'year') {
    return /^(19|20)\d\d$/.test(value) ? value : refuse('set', `year=${value} is not a year such as 2017.`);
  }
  if (!isField(field)) {
    return refuse(
      'set',
      `There is no field "${field}". Fields: ${fields.join(', ')}, year.`,
      closestMatch(field, [...fields, 'year']),
    );
  }
  if (field in taxonomy && field !== 'platform') {
    const set = field as Exclude<keyof typeof taxonomy, 'platform'>;
    const ids = taxonomy[set].map((term) => term.id);
    const id = findValue(set, value);
    return id ?? refuse('set', `"${value}" is no ${field}. Values: ${ids.join(', ')}.`, closestMatch(value, ids));
  }
  return value;
}

function refuse(parameter: string, detail: string, didYouMean?: string): never {
  return fail('invalid_parameter', didYouMean ? `${detail} Did you mean "${didYouMean}"?` : detail, {
    errors: [{ parameter, detail, ...(didYouMean ? { did_you_mean: didYouMean } : {}) }],
  });
}

/** Fixes which columns of this file a by-name mapping uses, or says why the file cannot be imported. */
export function bindMapping(mapping: Mapping, columns: readonly string[]): Mapping | string {
  const bound = mapping.byName
    ? { ...mapping, byName: false, map: { ...findColumns(columns), ...mapping.map } }
    : mapping;
  for (const field of ['text', 'views'] as const) {
    if (bound.set[field] !== undefined) continue;
    const wanted = bound.map[field] ?? [];
    if (wanted.some((path) => columns.includes(path) || columns.includes(path.split('.', 1)[0]))) continue;
    const seen = columns.slice(0, 40).join(', ') || 'none';
    const sought = wanted.length > 0 ? ` (looked for ${wanted.join(', ')})` : '';
    return `no column holds the ${field}${sought}. Columns: ${seen}. Name it, for example: --map ${field}=${exampleColumn(field, columns)}`;
  }
  return bound;
}

function exampleColumn(field: 'text' | 'views', columns: readonly string[]): string {
  const likely = field === 'views' ? /view|play|watch|count/i : /text|title|caption|hook|line|desc|name/i;
  return columns.find((column) => likely.test(column)) ?? (field === 'views' ? 'Plays' : 'Caption');
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

function closestMatch(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const ranked = known.map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }));
  const best = ranked.reduce((a, b) => (b.distance < a.distance ? b : a));
  if (best.distance <= Math.ceil(word.length / 3)) return best.name;
  return known.find((name) => name.startsWith(lower) || lower.startsWith(name));
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
