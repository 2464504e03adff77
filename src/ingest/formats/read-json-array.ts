// JSON array reader: its elements to raw records, one at a time. Recovers after a broken element where the layout allows.
import { toRecord } from './parse-json.ts';
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';
import { scanValue, type ValueScan } from './scan-json.ts';
import { advance, atEnd, fill, findDamage, type TextCursor } from './text-cursor.ts';

export type JsonReading = {
  cursor: TextCursor;
  file: string;
  record: number;
  batch: Array<RawRecord | Rejection>;
};

const batchSize = 1000;

export function startReading(cursor: TextCursor, file: string): JsonReading {
  return { cursor, file, record: 0, batch: [] };
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

/** Reads the array at the cursor. Returns whether its closing bracket was found. */
export async function* readElements(reading: JsonReading): AsyncGenerator<Array<RawRecord | Rejection>, boolean> {
  const { cursor } = reading;
  advance(cursor, cursor.at + 1);
  await skipSpace(cursor);
  if (cursor.text[cursor.at] === ']') {
    advance(cursor, cursor.at + 1);
    return true;
  }
  for (;;) {
    await skipSpace(cursor);
    const scan = scanValue(cursor.text, cursor.at, cursor.ended);
    if (scan.kind === 'more') {
      await fill(cursor);
      continue;
    }
    const outcome = takeElement(reading, scan);
    if (outcome !== 'next') return outcome === 'closed';
    if (reading.batch.length >= batchSize) yield reading.batch.splice(0);
  }
}

function takeElement(reading: JsonReading, scan: Exclude<ValueScan, { kind: 'more' }>): 'next' | 'closed' | 'lost' {
  const { cursor, file } = reading;
  const from = cursor.at;
  const position: Position = { file, line: cursor.line, record: ++reading.record };
  const end = scan.kind === 'value' ? scan.end : scan.at;
  const text = cursor.text.slice(from, end);
  const closer = cursor.text[end];
  if (scan.kind === 'broken' || scan.cut || closer === '}') {
    const reason = scan.kind === 'broken' ? scan.reason : scan.cut ? cutReason(text) : 'unexpected closing bracket';
    return rejectElement(reading, position, findDamage(cursor, text) ?? reason, text);
  }
  const damage = findDamage(cursor, text);
  const item = damage === null ? toRecord(position, text) : reject(position, null, damage, text.toWellFormed());
  reading.batch.push(item);
  advance(cursor, end + 1);
  return closer === ',' ? 'next' : 'closed';
}

function cutReason(text: string): string {
  return text.trim() === '' ? 'the file ends before the end of its array' : 'the file ends inside this record';
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
