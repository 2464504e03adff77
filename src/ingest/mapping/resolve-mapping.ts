// Builds a mapping from a preset and options.
import { closestMatch } from '../../lib/did-you-mean.ts';
import { fail } from '../../lib/errors.ts';
import { findValue, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { type Field, fields, isField } from './fields.ts';
import type { Mapping, MappingInput } from './mapping.ts';
import { parseColumn, toPairs } from './mapping-input.ts';
import { findPreset, noPreset, type Preset, presetNames } from './presets.ts';
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
  family: null,
  cutLength: null,
  functions: {},
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

/** Throws `invalid_parameter` for an unknown preset, field or value, with the valid ones. */
export function resolveMapping(input: MappingInput = {}): Mapping {
  const { detect: _, ...base } = requirePreset(input.preset || noPreset);
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
