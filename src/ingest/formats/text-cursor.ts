// Text cursor: a sliding window over text that arrives in pieces, with a line count.
import { findDamageMarks } from './decode-text.ts';

export type TextCursor = {
  pieces: AsyncIterator<string>;
  /** Unconsumed text begins at `at`. */
  text: string;
  at: number;
  /** The 1-based line of `at`. */
  line: number;
  ended: boolean;
  /** Whether any text so far contained bytes that are not UTF-8. */
  damaged: boolean;
};

const pieceLength = 1_048_576;

export function openCursor(pieces: AsyncIterable<string>): TextCursor {
  return { pieces: pieces[Symbol.asyncIterator](), text: '', at: 0, line: 1, ended: false, damaged: false };
}

/** Drops consumed text and reads until the window has at least doubled, so that rescanning stays linear. */
export async function fill(cursor: TextCursor): Promise<void> {
  const rest = cursor.text.slice(cursor.at);
  const arrived = [rest];
  const wanted = Math.max(pieceLength, rest.length * 2);
  for (let length = rest.length; length < wanted && !cursor.ended; ) {
    const next = await cursor.pieces.next();
    if (next.done) cursor.ended = true;
    else {
      arrived.push(next.value);
      length += next.value.length;
      cursor.damaged ||= !next.value.isWellFormed();
    }
  }
  cursor.text = arrived.join('');
  cursor.at = 0;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

export function advance(cursor: TextCursor, to: number): void {
  cursor.line += countLines(cursor.text, cursor.at, to);
  cursor.at = to;
}

/** What is wrong with the bytes of a record, or null. */
export function findDamage(cursor: TextCursor, text: string): string | null {
  return cursor.damaged ? findDamageMarks(text) : null;
}

export function atEnd(cursor: TextCursor): boolean {
  return cursor.ended && cursor.at >= cursor.text.length;
}
