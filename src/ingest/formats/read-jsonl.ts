// JSON Lines reader: each line to a raw record, or to one rejection.
import { toRecord } from './parse-json.ts';
import { type RawRecord, type Rejection, reject } from './record.ts';
import { maxValueLength } from './scan-json.ts';
import { advance, atEnd, fill, findDamage, type TextCursor } from './text-cursor.ts';

const batchSize = 1000;

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
    record++;
    const damage = findDamage(cursor, text);
    batch.push(damage === null ? toRecord(position, text) : reject(position, null, damage, text.toWellFormed()));
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
