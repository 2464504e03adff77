// Strict JSON parser that keeps the digits of large numbers, and JSON values as raw records.
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';

/** Deeper nesting is not a video record, and would overflow the stack of recursive code. */
const maxDepth = 100;

/** A number that may exceed 2^53 or the range of a double. Most texts have none and need no reviver. */
const bigNumber = /(?:^|[\s:,[])-?\d{16}|\d[eE]\+?\d{3}|\d{309}/;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  if (source === undefined) return value;
  return /^-?\d+$/.test(source) || !Number.isFinite(value) ? source : value;
}

/** Strings are matched in order to skip them. Python writes NaN and Infinity for missing values. */
const notJson = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Parses JSON, with integers beyond 2^53 and numbers beyond the double range as strings of their digits, and NaN and Infinity as null. */
export function parseJson(text: string): unknown {
  const parse = (given: string) => (bigNumber.test(given) ? JSON.parse(given, keepDigits) : JSON.parse(given));
  try {
    return parse(text);
  } catch (error) {
    const repaired = /NaN|Infinity/.test(text)
      ? text.replace(notJson, (found) => (found[0] === '"' ? found : 'null'))
      : text;
    if (repaired === text) throw error;
    return parse(repaired);
  }
}

/** Returns undefined if the text is not JSON. */
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

/** One record, or the records of a page of an API. */
export function toRecords(position: Position, text: string): (RawRecord | Rejection)[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return [
      reject(position, null, text.trim() === '' ? 'a value is missing' : jsonProblem(error), text.toWellFormed()),
    ];
  }
  const items = findPageItems(value) ?? [value];
  return items.map((item, at) => toFields({ ...position, record: position.record + at }, item));
}

/** Members that hold the records of a page. */
const pageLists = [
  'items',
  'data',
  'results',
  'records',
  'videos',
  'posts',
  'hooks',
  'rows',
  'itemList',
  'item_list',
  'aweme_list',
];
/** Every record has one of these members. */
const ofRecord = /^(?:text|title|caption|desc|description|hook|hook_text|views|view_?count|play_?count|url|link)$/i;

/** The records of a page of an API: the only list of objects in an object that is not a record, or in its `data`; else null. */
export function findPageItems(value: unknown): unknown[] | null {
  if (!isObject(value) || Object.keys(value).some((name) => ofRecord.test(name))) return null;
  const isList = ([name, member]: [string, unknown]) =>
    Array.isArray(member) && (member.some(isObject) || (member.length === 0 && pageLists.includes(name)));
  const lists = Object.entries(value).filter(isList);
  const [name = '', list] = lists[0] ?? [];
  if (lists.length === 1 && pageLists.includes(name) && Array.isArray(list)) return list;
  return lists.length === 0 && isObject(value.data) ? findPageItems(value.data) : null;
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
