// Reads the labels that a record brings (taxonomy values, platform, language, hints) into our spellings. No text, no counts.
import { findValue, foldLabel } from '../../taxonomy/taxonomy.ts';
import type { GivenLabels, LabelField } from '../formats/record.ts';
import { cleanText } from './clean.ts';
import { type ColumnPath, valuesAt } from './column.ts';

const maxHints = 50;
const maxHintLength = 60;
const maxLabelLength = 60;

/** Ways to write that nothing is known. They are no labels, and never the value `other`. */
const absent = new Set(['', 'unknown', 'none', 'null', 'nan', 'n/a', 'na', 'undefined', '-', 'und']);

type Found = { id: string | null; unknown: string | null };

/** Files repeat a few labels over many records. */
const known: Record<LabelField | 'platform', Map<string, Found>> = {
  platform: new Map(),
  archetype: new Map(),
  emotional_trigger: new Map(),
  niche: new Map(),
  format: new Map(),
  language: new Map(),
};
const maxKnown = 2000;

function lookUp(
  kind: LabelField | 'platform',
  given: unknown,
  find: (label: string) => string | null | undefined,
): Found {
  if (typeof given !== 'string' || given.length > 200) return { id: null, unknown: null };
  const before = known[kind].get(given);
  if (before !== undefined) return before;
  const label = cleanText(given).slice(0, maxLabelLength).toWellFormed().trim();
  const id = absent.has(foldLabel(label)) ? null : (find(label) ?? undefined);
  const found: Found = { id: id ?? null, unknown: id === undefined ? label : null };
  if (known[kind].size >= maxKnown) known[kind].clear();
  known[kind].set(given, found);
  return found;
}

type UnknownLabels = Partial<Record<LabelField, string>>;

/** The value of the taxonomy that a label stands for; one that is not known is kept in `unknown`. */
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

/** The set of platforms is open: one that the taxonomy does not list keeps its own name. */
export function readPlatform(given: unknown): string | null {
  return given === undefined ? null : lookUp('platform', given, (label) => findValue('platform', label) ?? label).id;
}

export function readLanguage(given: unknown, unknown: UnknownLabels): string | null {
  if (given === undefined) return null;
  const found = lookUp('language', given, canonicalLanguage);
  if (found.unknown !== null) unknown.language = found.unknown;
  return found.id;
}

function canonicalLanguage(label: string): string | undefined {
  const tag = label.replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Hashtags and tags as lower-case words: from arrays, or from one text with `|`, `,` or `#` between them. */
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
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
