// Opaque cursor: the sort key of the last hook of a page, and a fingerprint of its query. It is a place in an order, not an offset, so it
// stays valid across catalog updates and never expires.
import { hash } from 'node:crypto';
import { fail } from '../../lib/errors.ts';

/** `key` is the number that the sort compares; `tier` orders by relevance, and puts unknown numbers last. */
export type Cursor = { tier: number; key: number; id: number };

const format = 1;
const length = 1 + 4 + 1 + 8 + 8;

export function queryFingerprint(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16);
}

/** Reused, since every page has a cursor. */
const encoded = Buffer.alloc(length);

export function encodeCursor({ tier, key, id }: Cursor, fingerprint: number): string {
  encoded.writeUInt8(format, 0);
  encoded.writeUInt32BE(fingerprint, 1);
  encoded.writeUInt8(tier, 5);
  encoded.writeDoubleBE(key, 6);
  encoded.writeDoubleBE(id, 14);
  return encoded.toString('base64url');
}

/** Throws `invalid_cursor` if the cursor is malformed or belongs to another query. */
export function decodeCursor(text: string, fingerprint: number): Cursor {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== length || bytes[0] !== format || bytes.toString('base64url') !== text) {
    fail(
      'invalid_cursor',
      'Invalid cursor. Use `next_cursor` of a response unchanged, or leave it out to start at the first page.',
    );
  }
  if (bytes.readUInt32BE(1) !== fingerprint) {
    fail(
      'invalid_cursor',
      'The cursor belongs to another query. Repeat its filters, sort and distinct; only `limit`, `fields` and `facets` may differ.',
    );
  }
  const cursor = { tier: bytes.readUInt8(5), key: bytes.readDoubleBE(6), id: bytes.readDoubleBE(14) };
  if (!Number.isFinite(cursor.key) || !Number.isFinite(cursor.id))
    fail('invalid_cursor', 'Damaged cursor. Start at the first page.');
  return cursor;
}
