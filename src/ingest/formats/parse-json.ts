// Strict JSON parser that keeps the digits of large numbers, and JSON values as raw records.
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';

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
