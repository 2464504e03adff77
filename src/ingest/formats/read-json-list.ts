// JSON list reader: the elements of an array, or the members of an object, to raw records, one at a time. Recovers after a broken element
// if the layout allows it.

import { advance, atEnd, fill, findDamage, type TextCursor } from './decode-text.ts';
import { toRecords } from './parse-json.ts';
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';
import { maxValueLength, scanString, scanValue, type ValueScan } from './scan-json.ts';

export type JsonReading = {
  cursor: TextCursor;
  file: string;
  record: number;
  batch: Array<RawRecord | Rejection>;
  /** Field for the keys, if records are the members of an object. */
  keyField: string | null;
};

const batchSize = 1000;

export function startReading(cursor: TextCursor, file: string, keyField: string | null): JsonReading {
  return { cursor, file, record: 0, batch: [], keyField };
}

export function rejectFile(reading: JsonReading, reason: string, value: unknown = null): false {
  const position: Position = { file: reading.file, line: reading.cursor.line, record: reading.record };
  reading.batch.push(reject(position, 'file', reason, value));
  return false;
}

/** Skips JSON whitespace only: form feeds and no-break spaces are not JSON. */
export async function skipSpace(cursor: TextCursor): Promise<void> {
  for (;;) {
    const { text } = cursor;
    let at = cursor.at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
    }
    if (at > cursor.at) advance(cursor, at);
    if (at < text.length || cursor.ended) return;
    await fill(cursor);
  }
}

/** Reads the array, or the object whose members are records, at the cursor. Returns whether its closing bracket was found. */
export async function* readElements(reading: JsonReading): AsyncGenerator<Array<RawRecord | Rejection>, boolean> {
  const { cursor } = reading;
  const isKeyed = cursor.text[cursor.at] === '{';
  advance(cursor, cursor.at + 1);
  await skipSpace(cursor);
  if (cursor.text[cursor.at] === (isKeyed ? '}' : ']')) {
    advance(cursor, cursor.at + 1);
    return true;
  }
  for (;;) {
    const key = isKeyed ? await readKey(reading) : undefined;
    if (key === null) return false;
    const outcome = takeElement(reading, await scanElement(cursor), key);
    if (outcome !== 'next') return outcome === 'closed';
    if (reading.batch.length >= batchSize) yield reading.batch.splice(0);
  }
}

async function scanElement(cursor: TextCursor): Promise<Exclude<ValueScan, { kind: 'more' }>> {
  for (;;) {
    await skipSpace(cursor);
    const scan = scanValue(cursor.text, cursor.at, cursor.ended);
    if (scan.kind !== 'more') return scan;
    await fill(cursor);
  }
}

export const brokenHere = 'the JSON document is invalid or truncated here';

/** Reads `"key":` and moves to the value. Returns null, with a rejection, if there is no key. */
export async function readKey(reading: JsonReading): Promise<string | null> {
  const { cursor } = reading;
  await skipSpace(cursor);
  let close = scanString(cursor.text, cursor.at);
  while (close >= cursor.text.length && !cursor.ended) {
    await fill(cursor);
    close = scanString(cursor.text, cursor.at);
  }
  try {
    const key = JSON.parse(cursor.text.slice(cursor.at, close + 1));
    advance(cursor, close + 1);
    await skipSpace(cursor);
    if (typeof key === 'string' && cursor.text[cursor.at] === ':') {
      advance(cursor, cursor.at + 1);
      await skipSpace(cursor);
      return key;
    }
  } catch {
    // The element is rejected below, like any other structural error.
  }
  rejectFile(reading, brokenHere);
  return null;
}

function takeElement(
  reading: JsonReading,
  scan: Exclude<ValueScan, { kind: 'more' }>,
  key: string | undefined,
): 'next' | 'closed' | 'lost' {
  const { cursor, file, keyField } = reading;
  const from = cursor.at;
  const position: Position = { file, line: cursor.line, record: ++reading.record };
  const end = scan.kind === 'value' ? scan.end : scan.at;
  const text = cursor.text.slice(from, end);
  const closer = cursor.text[end];
  if (scan.kind === 'broken' || scan.cut || closer === (key === undefined ? '}' : ']')) {
    const reason = scan.kind === 'broken' ? scan.reason : scan.cut ? cutReason(text) : 'unexpected closing bracket';
    return rejectElement(reading, position, findDamage(cursor, text) ?? reason, text);
  }
  const damage = findDamage(cursor, text);
  const items = damage === null ? toRecords(position, text) : [reject(position, null, damage, text.toWellFormed())];
  const isNamed = key !== undefined && keyField !== null;
  for (const item of items) reading.batch.push(isNamed && 'fields' in item ? withKey(item, keyField, key) : item);
  reading.record += items.length - 1;
  advance(cursor, end + 1);
  return closer === ',' ? 'next' : 'closed';
}

/** Adds the key of a record to it as a field, if records are the members of an object. */
export function withKey({ position, fields }: RawRecord, keyField: string, key: string): RawRecord {
  return { position, fields: { ...fields, [keyField]: key } };
}

function cutReason(text: string): string {
  return text.trim() === '' ? 'the file ends before the end of its list' : 'the file ends inside this record';
}

/** Rejects the element and resumes at the next line that opens an object with the same indentation. */
function rejectElement(reading: JsonReading, position: Position, reason: string, text: string): 'next' | 'lost' {
  const { cursor } = reading;
  const resume = nextSibling(cursor);
  advance(cursor, resume === -1 ? cursor.text.length : resume);
  const lost = resume === -1 && !atEnd(cursor) ? '; the rest of the file was not read' : '';
  const note = resume === -1 ? lost : `; reading resumed at line ${cursor.line}`;
  reading.batch.push(reject(position, null, reason + note, text.toWellFormed()));
  return resume === -1 ? 'lost' : 'next';
}

function nextSibling(cursor: TextCursor): number {
  const lineStart = cursor.text.lastIndexOf('\n', cursor.at - 1) + 1;
  const indent = cursor.text.slice(lineStart, cursor.at);
  if (lineStart === 0 || indent.trim() !== '' || cursor.text[cursor.at] !== '{') return -1;
  const sibling = cursor.text.indexOf(`\n${indent}{`, cursor.at);
  return sibling === -1 ? -1 : sibling + 1 + indent.length;
}

// JSON Lines reader: each line to a raw record, or to one rejection.

export async function* readJsonl(cursor: TextCursor, file: string): AsyncGenerator<Array<RawRecord | Rejection>> {
  let batch: Array<RawRecord | Rejection> = [];
  for (let record = 0; !atEnd(cursor); ) {
    const newline = cursor.text.indexOf('\n', cursor.at);
    const isTooLong = cursor.text.length - cursor.at > maxValueLength;
    if (newline === -1 && !cursor.ended && !isTooLong) {
      await fill(cursor);
      continue;
    }
    const text = cursor.text.slice(cursor.at, newline === -1 ? cursor.text.length : newline);
    const position = { file, line: cursor.line, record: record + 1 };
    if (newline === -1 && !cursor.ended) {
      batch.push(reject(position, null, 'the line is longer than 16 MiB', text));
      record++;
      await skipLine(cursor);
      continue;
    }
    cursor.at = newline === -1 ? cursor.text.length : newline + 1;
    if (newline !== -1) cursor.line++;
    if (text.trim() === '') continue;
    const damage = findDamage(cursor, text);
    const items = damage === null ? toRecords(position, text) : [reject(position, null, damage, text.toWellFormed())];
    record += items.length;
    for (const item of items) batch.push(item);
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function skipLine(cursor: TextCursor): Promise<void> {
  for (;;) {
    const newline = cursor.text.indexOf('\n', cursor.at);
    advance(cursor, newline === -1 ? cursor.text.length : newline + 1);
    if (newline !== -1 || cursor.ended) return;
    await fill(cursor);
  }
}
