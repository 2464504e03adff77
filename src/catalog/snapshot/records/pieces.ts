// The text of a record beside its brief fields and the values that are written out: names, values that have a byte, braces.
import { recordClosing } from '../../record.ts';
import { fullMembers, wordsOfMembers, writtenOut } from './members.ts';

/** `words` are the bytes, filled up with zeros, since 8 bytes are copied in the time of one. */
type Piece = { byteLength: number; words: BigInt64Array; wordCount: number };
/** Before, between and behind the values that are written out. */
export type Pieces = readonly Piece[];

/** Where the bytes of members are read, 4 at a time. The last two words overlap if 4 is no divisor of their count. */
const places = Array.from({ length: Math.ceil(fullMembers.length / 4) }, (_, word) =>
  Math.min(4 * word, fullMembers.length - 4),
);

/** By hash of the bytes of members. Most records of a catalog share a few combinations of them. */
const known: ({ bytes: Int32Array; pieces: Pieces } | undefined)[] = new Array(4096).fill(undefined);

/** The pieces of the record whose bytes of members start at `at`. */
export function piecesOf(source: DataView, at: number): Pieces {
  let hash = 0;
  for (let word = 0; word < places.length; word++)
    hash = Math.imul(hash ^ source.getInt32(at + places[word], true), 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (known.length - 1);
  const found = known[slot];
  if (found !== undefined && areBytes(found.bytes, source, at)) return found.pieces;
  const pieces = makePieces((member) => source.getUint8(at + member));
  known[slot] = { bytes: Int32Array.from(places, (place) => source.getInt32(at + place, true)), pieces };
  return pieces;
}

function areBytes(bytes: Int32Array, source: DataView, at: number): boolean {
  for (let word = 0; word < places.length; word++)
    if (bytes[word] !== source.getInt32(at + places[word], true)) return false;
  return true;
}

function makePieces(byteOf: (member: number) => number): Pieces {
  const texts = [''];
  for (const [member, { opening }] of fullMembers.entries()) {
    texts[texts.length - 1] += opening + (wordsOfMembers[member].get(byteOf(member)) ?? '');
    if (byteOf(member) === writtenOut) texts.push('');
  }
  texts[texts.length - 1] += recordClosing;
  return texts.map(toPiece);
}

function toPiece(text: string): Piece {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes], 8 * Math.ceil(bytes.length / 8));
  const words = BigInt64Array.from({ length: padded.length / 8 }, (_, word) => padded.readBigInt64LE(8 * word));
  return { byteLength: bytes.length, words, wordCount: words.length };
}
