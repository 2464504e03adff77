// Builds a mapping from a preset and options.
import { closestMatch } from '../../lib/did-you-mean.ts';
import { fail } from '../../lib/errors.ts';
import { findValue, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { type Field, fields, isField } from './fields.ts';
import type { Mapping, MappingInput } from './mapping.ts';
import { presets } from './presets.ts';

const emptyMapping: Mapping = {
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

/** Throws `invalid_parameter` for an unknown preset, field or value, with the valid ones. */
export function resolveMapping(input: MappingInput = {}): Mapping {
  const base = input.preset ? findPreset(input.preset) : { byName: true };
  const mapping: Mapping = structuredClone({ ...emptyMapping, ...base });
  for (const pair of input.map ?? []) {
    const [name, column] = splitPair('map', pair, 'text=Caption');
    const field = isField(name) ? name : rejectField('map', name, fields);
    mapping.map[field] = [column];
    delete mapping.values[field];
    delete mapping.extract[field];
  }
  for (const pair of input.set ?? []) {
    const [name, value] = splitPair('set', pair, 'platform=Reels');
    if (name === 'year') mapping.set.year = checkYear(value);
    else if (isField(name)) mapping.set[name] = checkConstant(name, value);
    else rejectField('set', name, [...fields, 'year']);
  }
  if (input.records) mapping.records = input.records;
  return mapping;
}

function findPreset(name: string): Partial<Mapping> {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset) return preset;
  const names = Object.keys(presets);
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
function checkConstant(field: Field, value: string): string {
  if (!isClosedSet(field)) return value;
  const ids = taxonomy[field].map(({ id }) => id);
  return (
    findValue(field, value) ??
    reject('set', `There is no ${field} "${value}". Values: ${ids.join(', ')}.`, suggestion(value, ids))
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
