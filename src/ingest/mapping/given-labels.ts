// Reads the labels of a record (taxonomy values, platform, language, hints) as values of the taxonomy.

import type { LabelColumn } from '../../db/hook-columns.ts';
import { cleanText } from '../../lib/clean-text.ts';
import { canonicalLanguage } from '../../taxonomy/language.ts';
import { findValue, foldLabel } from '../../taxonomy/taxonomy.ts';
import { isObject } from '../formats/parse-json.ts';
import type { GivenLabels, LabelField } from '../formats/record.ts';
import { type ColumnPath, valuesAt } from './column.ts';

const maxHints = 50;
const maxHintLength = 60;
const maxLabelLength = 60;

/** Spellings of "no value". They are not labels, and not the value `other`. */
const absent = new Set(['', 'unknown', 'none', 'null', 'nan', 'n/a', 'na', 'undefined', '-', 'und']);

type LookUp = { id: string | null; unknown: string | null };

/** Look-ups by label: files repeat a few labels over many records. */
const cache: Record<LabelColumn, Map<string, LookUp>> = {
  platform: new Map(),
  archetype: new Map(),
  emotional_trigger: new Map(),
  niche: new Map(),
  format: new Map(),
  language: new Map(),
};
const maxCached = 2000;

function lookUp(kind: LabelColumn, given: unknown, find: (label: string) => string | null | undefined): LookUp {
  if (typeof given !== 'string' || given.length > 200) return { id: null, unknown: null };
  const cached = cache[kind].get(given);
  if (cached !== undefined) return cached;
  const label = cleanText(given).slice(0, maxLabelLength).toWellFormed().trim();
  const id = absent.has(foldLabel(label)) ? null : (find(label) ?? undefined);
  const found: LookUp = { id: id ?? null, unknown: id === undefined ? label : null };
  if (cache[kind].size >= maxCached) cache[kind].clear();
  cache[kind].set(given, found);
  return found;
}

type UnknownLabels = Partial<Record<LabelColumn, string>>;

/** The id of a label in the taxonomy, or null; a label that is not in it is stored in `unknown`. */
export function findLabel(
  field: Exclude<LabelField, 'language'>,
  given: unknown,
  unknown: UnknownLabels,
): string | null {
  if (given === undefined) return null;
  const found = lookUp(field, given, (label) => findValue(field, label));
  if (found.unknown !== null) unknown[field] = found.unknown;
  return found.id;
}

/** A platform of the taxonomy, or an approved one. The name of one that is not in the taxonomy is stored in `unknown`. */
export function readPlatform(
  given: unknown,
  approved: ReadonlyMap<string, string>,
  unknown: UnknownLabels,
): string | null {
  if (given === undefined) return null;
  const found = lookUp('platform', given, (label) => findValue('platform', label));
  if (found.unknown === null) return found.id;
  unknown.platform = found.unknown;
  return approved.get(foldLabel(found.unknown)) ?? 'Other';
}

export function readLanguage(given: unknown, unknown: UnknownLabels): string | null {
  if (given === undefined) return null;
  const found = lookUp('language', given, canonicalLanguage);
  if (found.unknown !== null) unknown.language = found.unknown;
  return found.id;
}

/** How files spell labels, and null for "no value". */
const spellings = new Map<unknown, string | null>();

/** Stores how the file spells a label, unless that is the value itself. */
export function noteSpelling(field: LabelColumn, raw: unknown, value: string | null, given: UnknownLabels): void {
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

/** Hashtags and tags in lower case, from arrays or from a text separated by `|`, `,`, `;` or `#`. */
export function readHints(record: Record<string, unknown>, paths: ColumnPath[] = []): string[] {
  const hints = new Set<string>();
  for (const path of paths) {
    for (const value of valuesAt(record, path)) {
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

/** `{method, confidence}` as an object, as JSON in a cell, or as two columns `labels_method` and `labels_confidence`. */
export function readLabels(record: Record<string, unknown>, paths: ColumnPath[] = []): GivenLabels | null {
  for (const { name } of paths) {
    const own = (column: string) => (Object.hasOwn(record, column) ? record[column] : undefined);
    const whole = parseObject(own(name));
    const member = (key: string) => whole?.[key] ?? own(`${name}_${key}`) ?? own(`${name}.${key}`);
    const given = member('confidence');
    const confidence = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    const method = member('method');
    if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) continue;
    if (method === 'given' || method === 'rules' || method === 'curator') return { method, confidence };
  }
  return null;
}

function parseObject(value: unknown): Record<string, unknown> | null {
  try {
    const parsed: unknown = typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value;
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
