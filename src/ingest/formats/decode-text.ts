// Streaming decoder: removes the byte order mark, marks invalid bytes and truncation, and detects Windows-1252.
import { isUtf8 } from 'node:buffer';
import { createGunzip } from 'node:zlib';

/** Replaces bytes that are not UTF-8. Valid UTF-8 never decodes to a lone surrogate, so no valid record contains it. */
const invalidBytesMark = '\udc80';
/** Ends the text where compressed data is truncated, so that the last record does not count as complete. */
export const cutMark = '\udc81';

/** The damage in the bytes of a record, or null. */
function findDamageMarks(text: string): string | null {
  if (text.isWellFormed()) return null;
  // The u flag matches lone surrogates only, never half of a pair.
  if (/\udc81/u.test(text)) return 'the compressed data is damaged from here on; earlier records were read';
  return /\udc80/u.test(text) ? 'the record contains bytes that are not UTF-8' : null;
}

/** The number of bytes at the end that begin an incomplete UTF-8 sequence: 0 to 3. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
    if (byte < 0x80) return 0;
  }
  return 0;
}

function decodeLines(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf(10, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    const line = bytes.subarray(at, end);
    const decoded = line.toString('utf8');
    text += isUtf8(line) ? decoded : decoded.replaceAll('\ufffd', invalidBytesMark);
    at = end;
  }
  return text;
}

/** Bytes that Windows-1252 does not define. */
const undefinedIn1252 = /[\x81\x8d\x8f\x90\x9d]/;
/** Western European words have fewer such letters in a row than words of other encodings. */
const longRun = /[\xc0-\xff]{4}/;

/** Whether the lines of a text are Windows-1252, as old programs and Excel write CSV: no line is UTF-8, and accents are rare. */
export function isWindows1252(bytes: Buffer): boolean {
  const text = bytes.subarray(0, bytes.lastIndexOf(10) + 1).toString('latin1');
  const lines = text.split('\n').filter((line) => /[\x80-\xff]/.test(line));
  if (lines.length === 0 || undefinedIn1252.test(text) || longRun.test(text)) return false;
  return !lines.some((line) => isUtf8(Buffer.from(line, 'latin1')));
}

export async function* toUtf8(source: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of source) yield Buffer.from(decoder.decode(bytes, { stream: true }));
  yield Buffer.from(decoder.decode());
}

export async function* decodeText(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let atStart = true;
  for await (const piece of source) {
    let bytes =
      rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([rest, piece]);
    if (atStart) {
      if (bytes.length < 3) {
        rest = Buffer.from(bytes);
        continue;
      }
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
      atStart = false;
    }
    const end = bytes.length - unfinishedBytes(bytes);
    rest = Buffer.from(bytes.subarray(end));
    if (end > 0) yield decodeLines(bytes.subarray(0, end));
  }
  if (rest.length > 0 && !(atStart && rest.equals(Buffer.from([0xef, 0xbb, 0xbf])))) yield decodeLines(rest);
}

// Streaming gunzip that yields everything before the damage in a stream.

const inputSliceBytes = 16_384;

/** Yields the unpacked bytes. A damaged or truncated stream ends early and calls `onDamage`. */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  onDamage: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: 262_144 });
  const unpacked: Uint8Array[] = [];
  const state: { damage: Error | null } = { damage: null };
  const ended = new Promise<void>((resolve) => {
    stream.on('end', resolve);
    stream.on('close', resolve);
  });
  // Uses events, since an iterator over the stream drops buffered data when the stream fails.
  stream.on('data', (bytes: Uint8Array) => unpacked.push(bytes));
  stream.on('error', (error) => {
    state.damage = error;
  });
  // A stream that fails during a write never calls its callback.
  const write = (bytes: Uint8Array) =>
    Promise.race([ended, new Promise<void>((resolve) => stream.write(bytes, () => resolve()))]);
  try {
    for await (const bytes of source) {
      for (let at = 0; at < bytes.length && state.damage === null; at += inputSliceBytes) {
        await write(bytes.subarray(at, at + inputSliceBytes));
        yield* unpacked.splice(0);
      }
      if (state.damage !== null) break;
    }
    if (state.damage === null) stream.end();
    await ended;
    yield* unpacked.splice(0);
  } finally {
    stream.destroy();
  }
  if (state.damage !== null) onDamage(state.damage.message);
}

// Text cursor: a sliding window over text that arrives in pieces, with a line count.

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

/** The damage in the bytes of a record, or null. */
export function findDamage(cursor: TextCursor, text: string): string | null {
  return cursor.damaged ? findDamageMarks(text) : null;
}

export function atEnd(cursor: TextCursor): boolean {
  return cursor.ended && cursor.at >= cursor.text.length;
}
