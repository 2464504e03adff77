// JSON reader: raw records of an array or of the members of an object, at the top or inside objects, or of a single object.

import { advance, atEnd, fill, findDamage, type TextCursor } from './decode-text.ts';
import { findPageItems, isObject, jsonProblem, parseJson, toFields, toRecords } from './parse-json.ts';
import {
  brokenHere,
  type JsonReading,
  readElements,
  readKey,
  rejectFile,
  skipSpace,
  startReading,
  withKey,
} from './read-json-list.ts';
import type { Position, RawRecord, Rejection } from './record.ts';
import { scanValue } from './scan-json.ts';

const maxDocumentLength = 64 * 1_048_576;
/** Arrays of objects within one video, as opposed to a list of videos. */
const partsOfOneVideo = new Set([
  'formats',
  'requested_formats',
  'thumbnails',
  'chapters',
  'hashtags',
  'mentions',
  'comments',
]);

export type JsonOptions = {
  /** Dotted path to the records, such as `collector`. */
  records?: string | null;
  /** Field for the keys, if the records are the members of an object. */
  keyField?: string | null;
  /** The member with the records of a document that is not a record itself. Such lists may be nested. */
  entries?: string | null;
  /** Called if the file is truncated. */
  onCut?: () => void;
};

export async function* readJson(
  cursor: TextCursor,
  file: string,
  { records, keyField = null, entries = null, onCut = () => {} }: JsonOptions = {},
): AsyncGenerator<Array<RawRecord | Rejection>> {
  const reading = startReading(cursor, file, keyField);
  await skipSpace(cursor);
  const first = cursor.text[cursor.at];
  if (first === '[' || (first === '{' && (records || keyField !== null))) {
    const isUnder = first === '{' && records;
    let isWhole: boolean;
    do {
      isWhole = isUnder ? yield* readUnder(reading, records.split('.')) : yield* readElements(reading);
      if (isWhole) await skipSpace(cursor);
      // The file may contain several pages in a row.
    } while (isWhole && cursor.text[cursor.at] === first);
    if (isWhole) await rejectRest(reading);
    else onCut();
  } else await readDocument(reading, entries);
  if (reading.batch.length > 0) yield reading.batch;
}

async function rejectRest(reading: JsonReading): Promise<void> {
  const { cursor } = reading;
  await skipSpace(cursor);
  if (atEnd(cursor)) return;
  const rest = cursor.text.slice(cursor.at, cursor.at + 200);
  rejectFile(
    reading,
    findDamage(cursor, rest) ?? 'unexpected text after the end of the JSON document',
    rest.toWellFormed(),
  );
}

async function readDocument(reading: JsonReading, entries: string | null): Promise<void> {
  const { cursor, file, batch } = reading;
  while (!cursor.ended && cursor.text.length - cursor.at <= maxDocumentLength) await fill(cursor);
  if (!cursor.ended) {
    rejectFile(
      reading,
      'the file is one JSON object larger than 64 MiB; set --records to the list of records in it, or --records-of key:id if its members are the records',
    );
    return;
  }
  const text = cursor.text.slice(cursor.at);
  const damage = findDamage(cursor, text);
  const position: Position = { file, line: cursor.line, record: 1 };
  if (damage !== null) {
    rejectFile(reading, damage, text.toWellFormed());
    return;
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // Splits documents in a row. A line break within one is followed by a space or a closing bracket.
    const documents = text.split(/(?<=\})\s*\n(?=\{)/);
    if (documents.length < 2) rejectFile(reading, jsonProblem(error), text.slice(0, 1000).toWellFormed());
    else
      for (const document of documents) batch.push(...toRecords({ ...position, record: batch.length + 1 }, document));
    return;
  }
  const items = entries === null || !isObject(value) || !(entries in value) ? findPageItems(value) : null;
  if (items !== null) {
    batch.push(...items.map((item, at) => toFields({ ...position, record: at + 1 }, item)));
    return;
  }
  const item = toFields(position, value);
  const listed = 'fields' in item && entries !== null ? item.fields[entries] : undefined;
  const hint = 'fields' in item ? findRecords(item.fields) : null;
  if (entries !== null && Array.isArray(listed)) batch.push(...readEntries(position, listed, entries));
  else if (hint !== null) rejectFile(reading, hint);
  else if ('fields' in item && isKeyed(item.fields)) batch.push(...readMembers(item));
  else batch.push(item);
}

/** Path to the records in a document that is not a record itself, or null. */
function findRecords(fields: Record<string, unknown>): string | null {
  const list = findList(fields);
  if (list !== null) return `the file is one object with a list of records under "${list}"; set --records ${list}`;
  const keyed = isKeyed(fields) ? [] : Object.entries(fields).filter(([, value]) => isObject(value) && isKeyed(value));
  const [name] = keyed.length === 1 ? (keyed[0] ?? []) : [];
  if (name === undefined) return null;
  return `the file is one object with records by key under "${name}"; set --records ${name} --records-of key:id`;
}

/** Whether the members are records: at least two objects with a common field. */
function isKeyed(fields: Record<string, unknown>): boolean {
  const members = Object.values(fields);
  if (members.length < 2 || !members.every(isObject)) return false;
  const [first = {}] = members;
  return Object.keys(first).some((name) => members.every((member) => Object.hasOwn(member, name)));
}

/** A channel lists its playlists, which list videos. toFields() limits the depth. */
function readEntries(position: Position, list: unknown[], entries: string): Array<RawRecord | Rejection> {
  const records: unknown[] = [];
  const collect = (element: unknown): void => {
    const inner = isObject(element) ? element[entries] : undefined;
    if (Array.isArray(inner)) inner.forEach(collect);
    else records.push(element);
  };
  list.forEach(collect);
  return records.map((record, index) => toFields({ ...position, record: index + 1 }, record));
}

function readMembers({ position, fields }: RawRecord): Array<RawRecord | Rejection> {
  return Object.entries(fields).map(([key, value], index) => {
    const item = toFields({ ...position, record: index + 1 }, value);
    return 'fields' in item ? withKey(item, 'id', key) : item;
  });
}

/** Name of the only list of objects in the document, or null. */
export function findList(fields: Record<string, unknown>): string | null {
  const [list, ...others] = Object.entries(fields).filter(
    ([name, value]) => !partsOfOneVideo.has(name) && Array.isArray(value) && value.length > 0 && value.every(isObject),
  );
  return list !== undefined && others.length === 0 ? list[0] : null;
}

type Batches = AsyncGenerator<Array<RawRecord | Rejection>, boolean>;

/** Reads the list at `path` in the object at the cursor. Returns whether the object is valid up to its end. */
async function* readUnder(reading: JsonReading, path: string[]): Batches {
  const { cursor } = reading;
  const seen: string[] = [];
  let found = false;
  advance(cursor, cursor.at + 1);
  await skipSpace(cursor);
  let open = cursor.text[cursor.at] !== '}';
  while (open) {
    const key = await readKey(reading);
    if (key === null) return false;
    seen.push(key);
    if (key !== path[0]) {
      if (!(await skipValue(reading))) return false;
    } else {
      found = true;
      if (!(yield* readNamed(reading, path))) return false;
    }
    await skipSpace(cursor);
    const next = cursor.text[cursor.at];
    if (next !== ',' && next !== '}') return rejectFile(reading, brokenHere);
    open = next === ',';
    if (open) advance(cursor, cursor.at + 1);
  }
  advance(cursor, cursor.at + 1);
  return (
    found || rejectFile(reading, `there is no "${path[0]}" in the document; it has: ${seen.slice(0, 20).join(', ')}`)
  );
}

async function* readNamed(reading: JsonReading, path: string[]): Batches {
  const { cursor } = reading;
  const first = cursor.text[cursor.at];
  if (path.length > 1 && first === '{') return yield* readUnder(reading, path.slice(1));
  const opening = reading.keyField === null ? '[' : '{';
  if (path.length === 1 && first === opening) return yield* readElements(reading);
  const wanted = path.length > 1 ? 'an object' : opening === '[' ? 'an array of records' : 'an object of records';
  const hint = path.length === 1 && first === '{' ? '; set --records-of key:id if its members are the records' : '';
  return rejectFile(reading, `"${path[0]}" is not ${wanted}${hint}`);
}

async function skipValue(reading: JsonReading): Promise<boolean> {
  const { cursor } = reading;
  for (;;) {
    const scan = scanValue(cursor.text, cursor.at, cursor.ended);
    if (scan.kind === 'more') {
      await fill(cursor);
      continue;
    }
    if (scan.kind === 'broken') return rejectFile(reading, scan.reason);
    try {
      parseJson(cursor.text.slice(cursor.at, scan.end));
    } catch (error) {
      return rejectFile(reading, jsonProblem(error));
    }
    advance(cursor, scan.end);
    return true;
  }
}
