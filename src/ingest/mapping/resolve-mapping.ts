// Builds a mapping from a preset and options.

import { closestMatch } from '../../lib/did-you-mean.ts';
import { fail } from '../../lib/errors.ts';
import { findValue, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import {
  aliasesOf,
  type Field,
  fields,
  isField,
  type Mapping,
  type MappingInput,
  parseColumn,
  toPairs,
} from './mapping.ts';
import { findPreset, noPreset, type Preset, presetNames, presets } from './presets.ts';
import { isTextFunction, type TextFunction, textFunctions } from './text-functions.ts';

const emptyMapping: Mapping = {
  map: {},
  set: {},
  records: null,
  keyField: null,
  entries: null,
  byName: false,
  finalText: ['opening_line'],
  transcript: null,
  wholeText: null,
  videoType: null,
  isFlat: false,
  family: null,
  cutLength: null,
  functions: {},
  values: {},
  extract: {},
  derive: {},
  unknownWhere: {},
  shortDates: false,
  dateOrder: null,
  unguardCells: false,
  defaultSource: null,
  files: null,
  directory: null,
};

/** Throws `invalid_parameter` for an unknown preset, field or value, with the valid ones. */
export function resolveMapping(input: MappingInput = {}): Mapping {
  const { detect: _, detectAlso: _also, ...base } = requirePreset(input.preset || noPreset);
  const mapping: Mapping = structuredClone({ ...emptyMapping, ...base });
  for (const pair of toPairs(input.map ?? [])) {
    const [name, column] = splitPair('map', pair, 'text=Caption');
    mapColumn(mapping, isField(name) ? name : rejectField('map', name, fields), column);
  }
  for (const pair of toPairs(input.set ?? [])) {
    const [name, value] = splitPair('set', pair, 'platform=Reels');
    if (name === 'year') mapping.set.year = checkYear(value);
    else if (isField(name)) mapping.set[name] = checkConstant('set', name, value);
    else rejectField('set', name, [...fields, 'year']);
  }
  if (input.records) mapping.records = input.records;
  if (input.records_of) mapping.keyField = checkRecordsOf(input.records_of);
  return mapping;
}

function mapColumn(mapping: Mapping, field: Field, text: string): void {
  const { column, values, functions } = parseColumn(text);
  if (column === '') reject('map', `"${field}=${text}" names no column. Write it as ${field}=Caption.`);
  mapping.map[field] = [column];
  delete mapping.values[field];
  delete mapping.functions[field];
  delete mapping.extract[field];
  const entries = Object.entries(values).map(([value, label]) => [value, label && checkConstant('map', field, label)]);
  if (entries.length > 0) mapping.values[field] = Object.fromEntries(entries);
  if (functions.length > 0) mapping.functions[field] = functions.map(checkFunction);
}

function checkFunction(name: string): TextFunction {
  if (isTextFunction(name)) return name;
  const detail = `There is no function "${name}". Functions: ${textFunctions.join(', ')}. Write a column whose name has a | as {"column": "…"}.`;
  return reject('map', detail, suggestion(name, textFunctions));
}

function checkRecordsOf(text: string): string {
  const field = /^key:(.{1,100})$/.exec(text.trim())?.[1]?.trim();
  return (
    field || reject('records_of', `"${text}" must have the form key:id, where id is the field that the keys become.`)
  );
}

function requirePreset(name: string): Preset {
  if (name === noPreset) return { detect: [], byName: true };
  const preset = findPreset(name);
  if (preset) return preset;
  const names = [...presetNames, noPreset];
  return reject('preset', `There is no preset "${name}". Presets: ${names.join(', ')}.`, suggestion(name, names));
}

function splitPair(parameter: string, pair: string, example: string): [string, string] {
  const at = pair.indexOf('=');
  const [left, right] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at < 1 || right === '') reject(parameter, `"${pair}" must have the form field=value, such as ${example}.`);
  return [left, right];
}

function rejectField(parameter: string, name: string, known: readonly string[]): never {
  return reject(parameter, `There is no field "${name}". Fields: ${known.join(', ')}.`, suggestion(name, known));
}

function checkYear(value: string): string {
  return /^(19|20)\d\d$/.test(value) ? value : reject('set', `year=${value} must be a year such as 2017.`);
}

/** Values of closed sets are stored as their ids. */
function checkConstant(parameter: string, field: Field, value: string): string {
  if (!isClosedSet(field)) return value;
  const ids = taxonomy[field].map(({ id }) => id);
  return (
    findValue(field, value) ??
    reject(parameter, `There is no ${field} "${value}". Values: ${ids.join(', ')}.`, suggestion(value, ids))
  );
}

function isClosedSet(field: string): field is Exclude<TaxonomySet, 'platform'> {
  return field !== 'platform' && Object.hasOwn(taxonomy, field);
}

function suggestion(text: string, names: readonly string[]): string | undefined {
  const start = text.toLowerCase();
  return closestMatch(text, names) ?? names.find((name) => name.startsWith(start) || start.startsWith(name));
}

function reject(parameter: string, detail: string, didYouMean?: string): never {
  return fail('invalid_parameter', didYouMean ? `${detail} Did you mean "${didYouMean}"?` : detail, {
    errors: [{ parameter, detail, ...(didYouMean ? { did_you_mean: didYouMean } : {}) }],
  });
}

// Binds a mapping to the columns of one file, and detects the preset that reads it.

/** The reading of a file. `columns`: columns of its first records, each with some of their values; `preset`: the detected one. */
export type Binding = { mapping: Mapping; columns: ReadonlyMap<string, string[]>; preset: string | null };

/** The preset whose columns the file has. If several match, the one with the most columns. */
export function detectPreset(columns: readonly string[]): string | null {
  const fits = (detect: readonly string[] = []) =>
    detect.length > 0 && detect.every((path) => hasColumn(columns, path));
  const fitting = Object.entries(presets).filter(([, { detect, detectAlso }]) => fits(detect) || fits(detectAlso));
  const [best] = fitting.sort(([, one], [, other]) => other.detect.length - one.detect.length);
  return best?.[0] ?? null;
}

/** The mapping of a preset, with the constants and the records path of a mapping without a preset. */
export function withPreset(preset: string, { set, records, keyField }: Mapping): Mapping {
  const mapping = resolveMapping({ preset });
  return { ...mapping, set: { ...mapping.set, ...set }, records: records ?? mapping.records, keyField };
}

export function bindByName(mapping: Mapping, columns: readonly string[]): Mapping {
  if (!mapping.byName) return mapping;
  return { ...mapping, byName: false, map: { ...findColumns(unmapped(columns, mapping)), ...mapping.map } };
}

/** The mapping with its columns found by name, or the reason why the file cannot be imported. */
export function bindMapping(mapping: Mapping, columns: readonly string[]): Mapping | string {
  const bound = { ...bindByName(mapping, columns) };
  const firstSteps = Object.values(bound.map)
    .flat()
    .filter((path) => path.includes('.'))
    .map(firstStep);
  bound.isFlat = firstSteps.some((step) => !columns.includes(step) && columns.some((column) => isUnder(column, step)));
  for (const field of ['text', 'views'] as const) {
    if (bound.set[field] !== undefined) continue;
    const paths = bound.map[field] ?? [];
    if (paths.some((path) => hasColumn(columns, path))) continue;
    const shown = columns.slice(0, 40).join(', ') || 'no columns';
    const searched = paths.length > 0 ? ` (looked for ${paths.join(', ')})` : '';
    // Lists of reasons only show the part before the colon.
    return `no column for ${field}${searched}: the file has ${shown}. Map one, such as ${field}=${exampleColumn(field, columns)}`;
  }
  return bound;
}

/** Whether the path can exist in the records. Columns are the top-level names, or in a table the paths themselves. */
export function hasColumn(columns: readonly string[], path: string): boolean {
  const first = firstStep(path);
  return columns.includes(path) || columns.includes(first) || columns.some((column) => isUnder(column, first));
}

function isUnder(column: string, step: string): boolean {
  return column.startsWith(step) && /^[/.][^\s/.]/.test(column.slice(step.length));
}

function firstStep(path: string): string {
  const dot = path.indexOf('.');
  return dot === -1 ? path : path.slice(0, dot);
}

function exampleColumn(field: 'text' | 'views', columns: readonly string[]): string {
  const likely = field === 'views' ? /view|play|watch|count/i : /text|title|caption|hook|line|desc|name/i;
  return columns.find((column) => likely.test(column)) ?? (field === 'views' ? 'Plays' : 'Caption');
}

/** A column that is mapped to one field is not matched to another by name. */
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
  // If a file has a title, its `text` is the description.
  const [text, title] = found.text ?? [];
  if (text !== undefined && title !== undefined && foldColumn(text) === 'text' && foldColumn(title) === 'title')
    found.text = [title, text, ...(found.text ?? []).slice(2)];
  return found;
}

/** Folds `View Count`, `view_count` and `viewCount` into one name, and `Título` and `titulo`. */
function foldColumn(column: string): string {
  return column
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
