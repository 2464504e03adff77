// The elements of one JSON array to raw records, one at a time, going on after a broken one where lines allow. No documents.
import { toRecord } from './parse-json.ts';
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';
import { scanValue, type ValueScan } from './scan-json.ts';
import { advance, atEnd, fill, refuseDamage, type TextCursor } from './text-cursor.ts';

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

/** Moves over JSON whitespace only: a form feed or a no-break space is not JSON. */
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

/** Reads the array at the cursor. Returns whether its end was found. */
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
    const end = takeElement(reading, scan);
    if (end !== 'next') return end === 'closed';
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
    const fault =
      scan.kind === 'broken' ? scan.reason : scan.cut ? cutReason(text) : 'a bracket closes that was never opened';
    return refuseElement(reading, position, refuseDamage(cursor, text) ?? fault, text);
  }
  const damage = refuseDamage(cursor, text);
  const item = damage === null ? toRecord(position, text) : reject(position, null, damage, text.toWellFormed());
  reading.batch.push(item);
  advance(cursor, end + 1);
  return closer === ',' ? 'next' : 'closed';
}

function cutReason(text: string): string {
  return text.trim() === '' ? 'the file ends before its array is closed' : 'the file ends inside this record';
}

/** Refuses the element and goes on at the next line that opens an object at the element's own indentation. */
function refuseElement(reading: JsonReading, position: Position, fault: string, text: string): 'next' | 'lost' {
  const { cursor } = reading;
  const resume = nextSibling(cursor);
  advance(cursor, resume === -1 ? cursor.text.length : resume);
  const lost = resume === -1 && !atEnd(cursor) ? '; the rest of the file was not read' : '';
  const note = resume === -1 ? lost : `; reading went on at line ${cursor.line}`;
  reading.batch.push(reject(position, null, fault + note, text.toWellFormed()));
  return resume === -1 ? 'lost' : 'next';
}

function nextSibling(cursor: TextCursor): number {
  const lineStart = cursor.text.lastIndexOf('\n', cursor.at - 1) + 1;
  const indent = cursor.text.slice(lineStart, cursor.at);
  if (lineStart === 0 || indent.trim() !== '' || cursor.text[cursor.at] !== '{') return -1;
  const sibling = cursor.text.indexOf(`\n${indent}{`, cursor.at);
  return sibling === -1 ? -1 : sibling + 1 + indent.length;
}
