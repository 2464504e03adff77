// API key: its format (hkl_, 32 base62 characters, _, a 6-character checksum) and its schemas.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { randomBase62, toBase62 } from '../../lib/ids.ts';

const pattern = /^hkl_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/;
const checkedLength = 'hkl_'.length + 32;
const defaultGraceSeconds = 86_400;

const time = z.iso.datetime({ offset: true });

export const keySchema = z
  .object({
    id: z.string().meta({ example: 'key_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    hint: z.string().meta({ description: 'Enough of the key to recognize it', example: 'hkl_…x7Qa' }),
    created_at: time,
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    last_used_at: time.nullable(),
  })
  .meta({ id: 'Key' });
export type Key = z.infer<typeof keySchema>;

export const issuedKeySchema = z
  .object({ ...keySchema.shape, key: z.string().meta({ description: 'The key itself, shown only once' }) })
  .meta({ id: 'IssuedKey' });
export type IssuedKey = z.infer<typeof issuedKeySchema>;

export const createKeyInput = z.strictObject({
  name: z.string().trim().min(1).max(100).default('default'),
  expires_at: time.nullable().default(null),
});

export const regenerateKeyInput = z.strictObject({
  grace_seconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(defaultGraceSeconds)
    .meta({ description: 'How long the old key keeps working; 0 ends it immediately' }),
});

export function newKey(): string {
  const checked = `hkl_${randomBase62(32)}`;
  return `${checked}_${checksum(checked)}`;
}

/** Detects mistyped and made-up keys by their checksum, without a lookup. */
export function isWellFormed(text: string): boolean {
  return pattern.test(text) && text.slice(checkedLength + 1) === checksum(text.slice(0, checkedLength));
}

/** SHA-256 in hex, the only form in which a key is stored. */
export function hashKey(text: string): string {
  return hash('sha256', text, 'hex');
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}
