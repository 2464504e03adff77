// Reads the labels of a record (taxonomy values, platform, language, hints) as values of the taxonomy.
import { valueKey } from '../../catalog/unknown-values/unknown-values.ts';
import { hookColumns, type LabelColumn, type MappedLabel } from '../../db/hook-columns.ts';
import { guessedLabels, labelMethods } from '../../labels/label.ts';
import { cleanText } from '../../lib/text.ts';
import { canonicalLanguage, findValue, foldLabel, perTaxonomy } from '../../taxonomy/taxonomy.ts';
import { isObject } from '../formats/parse-json.ts';
import type { GivenLabels, GivenOrigin } from '../formats/record.ts';
import { type ColumnPath, valuesAt } from './mapping.ts';

const maxHints = 50;
const maxHintLength = 60;
const maxLabelLength = 60;

/** Spellings of "no value". They are not labels, nor the value `other`. */
const absent = new Set(['', 'unknown', 'none', 'null', 'nan', 'n/a', 'na', 'undefined', '-', 'und']);

/** Values that do not classify a record, or name the kind of post, so the labels are guessed. `other` itself is a value of the taxonomy. */
const vague = new Set(
  'other others misc misc. miscellaneous general various video videos short shorts reel reels clip post'.split(' '),
);

type LookUp = { id: string | null; unknown: string | null };

/** Caches look-ups by label, since files repeat a few labels over many records. */
const cacheOf = perTaxonomy(
  (): Record<LabelColumn, Map<string, LookUp>> => ({
    platform: new Map(),
    archetype: new Map(),
    emotional_trigger: new Map(),
    niche: new Map(),
    format: new Map(),
    language: new Map(),
  }),
);
const maxCached = 2000;

function lookUp(kind: LabelColumn, given: unknown, find: (label: string) => string | null | undefined): LookUp {
  if (typeof given !== 'string' || given.length > 200) return { id: null, unknown: null };
  const cache = cacheOf()[kind];
  const cached = cache.get(given);
  if (cached !== undefined) return cached;
  const label = cleanText(given).slice(0, maxLabelLength).toWellFormed().trim();
  const id = absent.has(foldLabel(label)) ? null : (find(label) ?? undefined);
  const found: LookUp = { id: id ?? null, unknown: id === undefined ? label : null };
  if (cache.size >= maxCached) cache.clear();
  cache.set(given, found);
  return found;
}

type UnknownLabels = Partial<Record<MappedLabel, string>>;
/** Decisions of operators on values outside of the taxonomy, by valueKey(); null is no value. */
export type KnownValues = ReadonlyMap<string, string | null>;

/**
 * The id of a label in the taxonomy, or null; a label that is neither in it nor mapped is stored in `unknown`. `other` and its synonyms do
 * not count as labels, unless `keepsOther`, since in our own records they are decisions.
 */
export function findLabel(
  field: Exclude<MappedLabel, 'platform'>,
  given: unknown,
  { known, unknown, keepsOther }: { known: KnownValues; unknown: UnknownLabels; keepsOther: boolean },
): string | null {
  if (given === undefined) return null;
  const found = lookUp(field, given, (label) => findValue(field, label));
  if (!keepsOther && isVague(found)) return null;
  if (found.unknown === null) return found.id;
  const mapped = known.size > 0 ? known.get(valueKey(field, found.unknown)) : undefined;
  if (mapped === undefined) unknown[field] = found.unknown;
  return mapped ?? null;
}

/** Checks the id too, since `statement` is another name of the archetype `other`. */
function isVague({ id, unknown }: LookUp): boolean {
  return id === 'other' || (unknown !== null && vague.has(foldLabel(unknown)));
}

/** A platform of the taxonomy, or the operators' decision on it. The name of an unknown one is stored in `unknown`. */
export function readPlatform(given: unknown, known: KnownValues, unknown: UnknownLabels): string | null {
  if (given === undefined) return null;
  const found = lookUp('platform', given, (label) => findValue('platform', label));
  if (found.unknown === null) return found.id;
  unknown.platform = found.unknown;
  return known.get(valueKey('platform', found.unknown)) ?? 'Other';
}

/** Returns null for invalid language tags, so that the language is detected. */
export function readLanguage(given: unknown): string | null {
  return given === undefined ? null : lookUp('language', given, canonicalLanguage).id;
}

type GivenSpellings = Partial<Record<LabelColumn, string>>;

/** Spellings of labels in files; null for "no value". */
const spellings = new Map<unknown, string | null>();

/** Stores the file's spelling of a label, unless it is the value itself. */
export function noteSpelling(field: LabelColumn, raw: unknown, value: string | null, given: GivenSpellings): void {
  if (raw === undefined || raw === value) return;
  let spelling = spellings.get(raw);
  if (spelling === undefined) {
    spelling = spell(raw);
    if (spellings.size >= maxCached) spellings.clear();
    spellings.set(raw, spelling);
  }
  if (spelling !== null && spelling !== value) given[field] = spelling;
}

function spell(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const label = cleanText(String(raw).slice(0, 200)).slice(0, maxLabelLength).toWellFormed().trim();
  return absent.has(foldLabel(label)) ? null : label;
}

/** Hashtags and tags in lower case, from arrays or from a text separated by `|`, `,`, `;` or `#`. `names` replaces whole values. */
export function readHints(
  record: Record<string, unknown>,
  paths: ColumnPath[] = [],
  names: Readonly<Record<string, string | null>> = {},
): string[] {
  const hints = new Set<string>();
  for (const path of paths) {
    for (const value of valuesAt(record, path)) {
      const name = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
      if (name) addHint(hints, name);
      if (name !== undefined) continue;
      const parts = Array.isArray(value) ? value.slice(0, maxHints) : splitHints(value);
      for (const part of parts) addHint(hints, part);
    }
  }
  return [...hints];
}

function splitHints(value: unknown): string[] {
  if (typeof value !== 'string' || /^\[none\]$/i.test(value)) return [];
  return value.slice(0, 10_000).split(value.includes('|') ? '|' : /[,;#]/);
}

function addHint(hints: Set<string>, part: unknown): void {
  if (typeof part !== 'string' || hints.size >= maxHints) return;
  const hint = cleanText(part.slice(0, 200))
    .replace(/^["'#[\s]+|["'\]\s]+$/g, '')
    .toLowerCase();
  if (hint !== '' && hint.length <= maxHintLength) hints.add(hint);
}

/**
 * Reads the label origins of our exports: `{method, confidence, niche: {method, confidence}, …}` as an object, as JSON in a cell, or as
 * columns such as `labels_method` and `labels_niche_method`.
 */
export function readLabels(record: Record<string, unknown>, paths: ColumnPath[] = []): GivenLabels | null {
  for (const { name } of paths) {
    const own = (column: string) => (Object.hasOwn(record, column) ? record[column] : undefined);
    const whole = parseObject(own(name));
    const names = originColumns(name);
    const all = readOrigin((key) => whole?.[key] ?? own(names[key][0]) ?? own(names[key][1]));
    const method = hookColumns.label_method.values.find((known) => known === all?.method);
    if (all === undefined || method === undefined) continue;
    const labels: GivenLabels = { method, confidence: all.confidence };
    for (const label of guessedLabels) {
      const part = parseObject(whole?.[label]);
      const origin = readOrigin(
        (key) => part?.[key] ?? own(`${name}_${label}_${key}`) ?? own(`${name}.${label}.${key}`),
      );
      if (origin !== undefined) labels[label] = origin;
    }
    return labels;
  }
  return null;
}

type OriginColumns = Record<'method' | 'confidence', readonly [string, string]>;
const columnsByName = new Map<string, OriginColumns>();

/** Cached, since joining the names for every record takes longer than reading them. */
function originColumns(name: string): OriginColumns {
  let columns = columnsByName.get(name);
  if (columns === undefined) {
    const namesOf = (key: string) => [`${name}_${key}`, `${name}.${key}`] as const;
    columns = { method: namesOf('method'), confidence: namesOf('confidence') };
    if (columnsByName.size >= maxCached) columnsByName.clear();
    columnsByName.set(name, columns);
  }
  return columns;
}

function readOrigin(member: (key: 'method' | 'confidence') => unknown): GivenOrigin | undefined {
  const given = member('confidence');
  const confidence = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  const method = labelMethods.find((known) => known === member('method'));
  if (method === undefined || typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) return undefined;
  return { method, confidence };
}

function parseObject(value: unknown): Record<string, unknown> | null {
  try {
    const parsed: unknown = typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value;
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
