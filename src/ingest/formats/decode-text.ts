// Streaming UTF-8 decoder: removes the byte order mark, and marks invalid bytes and truncation.
import { isUtf8 } from 'node:buffer';

/** Replaces bytes that are not UTF-8. Valid UTF-8 never decodes to a lone surrogate, so no valid record contains it. */
const invalidBytesMark = '\udc80';
/** Ends the text where compressed data is truncated, so that the last record is not taken for complete. */
export const cutMark = '\udc81';

/** What is wrong with the bytes of a record, or null. */
export function findDamageMarks(text: string): string | null {
  if (text.isWellFormed()) return null;
  // With the u flag a pattern matches lone surrogates only, never half of a pair.
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
