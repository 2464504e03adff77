// Strict JSON parser that keeps the digits of large numbers, and JSON values as raw records.
import type { HookValues, ImportColumn, LabelColumn } from '../../db/hook-columns.ts';
import type { GuessedLabel, LabelMethod, SourceFamily } from '../../labels/label.ts';

/** Deeper nesting is not a record of a video, and would overflow the stack of recursive code. */
const maxDepth = 100;

/** A number that may exceed 2^53 or the range of a double. Most texts contain none and need no reviver. */
const bigNumber = /(?:^|[\s:,[])-?\d{16}|\d[eE]\+?\d{3}|\d{309}/;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  if (source === undefined) return value;
  return /^-?\d+$/.test(source) || !Number.isFinite(value) ? source : value;
}

/** Like JSON.parse, but integers beyond 2^53 and numbers beyond the double range become strings of their digits. */
export function parseJson(text: string): unknown {
  return bigNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** Undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && isDeeper(member, levels - 1)) return true;
  }
  return false;
}

export function toRecord(position: Position, text: string): RawRecord | Rejection {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return reject(position, null, text.trim() === '' ? 'a value is missing' : jsonProblem(error), text.toWellFormed());
  }
  return toFields(position, value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toFields(position: Position, value: unknown): RawRecord | Rejection {
  if (!isObject(value)) {
    const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    return reject(position, null, `a record must be an object, not ${kind}`, isDeeper(value, maxDepth) ? null : value);
  }
  if (isDeeper(value, maxDepth)) return reject(position, null, `the record is nested deeper than ${maxDepth} levels`);
  return { position, fields: value };
}

export function jsonProblem(error: unknown): string {
  if (error instanceof RangeError) return `not readable JSON: nested deeper than ${maxDepth} levels`;
  return `not valid JSON: ${(error instanceof Error ? error.message : String(error)).slice(0, 200).toWellFormed()}`;
}

// Records of an import: raw, mapped and rejected.

/** `line`: the 1-based physical line where the record begins; `record`: its 1-based number in the file. */
export type Position = { file: string; line: number; record: number };

export type RawRecord = { position: Position; fields: Record<string, unknown> };

/** `value` is the raw record as far as it was read; `field` is `file` if the whole file is rejected. */
export type Rejection = {
  file: string;
  line: number;
  record: number;
  field: string | null;
  reason: string;
  value: unknown;
};

/** The fields with values of the taxonomy, and the language. */
export type LabelField = Exclude<LabelColumn, 'platform'>;

export type GivenOrigin = { method: LabelMethod; confidence: number };
/** Of all labels, and of single ones. */
export type GivenLabels = { method: HookValues<Date>['label_method']; confidence: number } & {
  [L in GuessedLabel]?: GivenOrigin;
};

type RequiredColumn = 'text' | 'views';

export type IncomingHook = Pick<HookValues<Date>, RequiredColumn> & {
  [C in Exclude<ImportColumn, RequiredColumn>]: HookValues<Date>[C] | null;
} & {
  position: Position;
  textKey: string;
  /** Of the canonical video, if it is known. */
  videoKey: string | null;
  /** Why the text cannot be published without a decision, if anything. */
  textReason: HookValues<Date>['review_reason'];
  /** Labels as the file spells them. */
  givenLabels: Partial<Record<LabelColumn, string>>;
  /** Labels of the file that match no value of the taxonomy, unchanged. The hook of an unknown platform has `Other`. */
  unknownLabels: Partial<Record<LabelColumn, string>>;
  /** How the labels were assigned, if the file has it (our own exports do). */
  labels: GivenLabels | null;
  /** What kind of text it is. */
  family: SourceFamily | null;
  /** Hashtags, tags and categories, which guesses of labels use. */
  hints: string[];
};

/** A longer value is stored as the beginning of its text, so that importing rejects.jsonl rejects it instead of using a part. */
const maxValueLength = 65_536;

export function isRejection(item: RawRecord | IncomingHook | Rejection): item is Rejection {
  return 'reason' in item;
}

export function reject(position: Position, field: string | null, reason: string, value: unknown = null): Rejection {
  return { ...position, field, reason, value: capValue(value) };
}

function capValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  if (text.length <= maxValueLength) return value;
  return text.slice(0, maxValueLength).toWellFormed();
}
