// API keys: their format, and the verbs that issue, list, replace and revoke them. Looking one up is keyring.ts.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { countLiveKeys, endKey, findKey, insertKey, lockAccount, selectKeys } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { newId, randomBase62, toBase62 } from '../lib/ids.ts';

const pattern = /^hkl_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/;
const checkedLength = 'hkl_'.length + 32;
const maxLiveKeys = 10;
/** Replaced keys that live out their grace come on top. */
const maxLiveKeysWithReplaced = 20;
const defaultGraceSeconds = 86_400;

const moment = z.iso.datetime({ offset: true });

export const keySchema = z
  .object({
    id: z.string().meta({ example: 'key_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    hint: z.string().meta({ description: 'Enough of the key to tell it from others', example: 'hkl_…x7Qa' }),
    created_at: moment,
    expires_at: moment.nullable(),
    revoked_at: moment.nullable(),
    last_used_at: moment.nullable(),
  })
  .meta({ id: 'Key' });
export type Key = z.infer<typeof keySchema>;

const issuedKeySchema = z
  .object({ ...keySchema.shape, key: z.string().meta({ description: 'The key itself, shown this once' }) })
  .meta({ id: 'IssuedKey' });
export type IssuedKey = z.infer<typeof issuedKeySchema>;

export const createKeyInput = z.strictObject({
  name: z.string().trim().min(1).max(100).default('default'),
  expires_at: moment.nullable().default(null),
});

export const regenerateKeyInput = z.strictObject({
  grace_seconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(defaultGraceSeconds)
    .meta({ description: 'How long the old key goes on working; 0 ends it at once' }),
});

export function newKey(): string {
  const checked = `hkl_${randomBase62(32)}`;
  return `${checked}_${checksum(checked)}`;
}

/** Tells a mistyped or invented key from one that may exist, without a look-up. */
export function isWellFormed(text: string): boolean {
  return pattern.test(text) && text.slice(checkedLength + 1) === checksum(text.slice(0, checkedLength));
}

/** SHA-256 in hex: all that is ever stored of a key. */
export function hashKey(text: string): string {
  return hash('sha256', text, 'hex');
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}

export async function createKey(
  { db, actor }: Acting,
  accountId: string,
  input: z.input<typeof createKeyInput> = {},
): Promise<IssuedKey> {
  const { name, expires_at } = createKeyInput.parse(input);
  const now = new Date();
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  if (expiresAt && expiresAt <= now) {
    const detail = 'expires_at must be in the future.';
    fail('invalid_body', detail, { errors: [{ pointer: '/expires_at', detail }] });
  }
  return db.transaction().execute(async (trx) => {
    await lockAccountOrFail(trx, accountId);
    if ((await countLiveKeys(trx, accountId, now)) >= maxLiveKeys) {
      fail('conflict', `The account has ${maxLiveKeys} live keys, which is the most it can have. Revoke one first.`);
    }
    const issued = await issue(trx, accountId, { name, now, expiresAt });
    const details = { name, expires_at: issued.expires_at };
    await writeAudit(trx, actor, { action: 'key.created', subject: issued.id, accountId, details });
    return issued;
  });
}

/** Newest first, with the revoked and the expired. */
export async function listKeys(db: Database, accountId: string): Promise<Key[]> {
  return selectKeys(db, accountId);
}

/**
 * Issues a new key of the same name and lets the old one live for the grace period, never longer than it would have.
 * A key with an expiry is replaced by one of the same lifetime.
 */
export async function regenerateKey(
  { db, actor }: Acting,
  accountId: string,
  keyId: string,
  input: z.input<typeof regenerateKeyInput> = {},
): Promise<IssuedKey> {
  const { grace_seconds } = regenerateKeyInput.parse(input);
  const now = new Date();
  return db.transaction().execute(async (trx) => {
    await lockAccountOrFail(trx, accountId);
    const old = await findKeyOrFail(trx, accountId, keyId);
    if (old.revoked_at) fail('conflict', `The key ${keyId} is revoked. Create a new key instead.`);
    if ((await countLiveKeys(trx, accountId, now)) >= maxLiveKeysWithReplaced) {
      fail('conflict', 'Too many replaced keys are still in their grace period. Revoke some first.');
    }
    const lifetimeMs = old.expires_at ? Date.parse(old.expires_at) - Date.parse(old.created_at) : null;
    const endsAt = now.getTime() + grace_seconds * 1000;
    await endKey(trx, keyId, {
      expires_at: new Date(Math.min(endsAt, old.expires_at ? Date.parse(old.expires_at) : endsAt)),
    });
    const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
    const issued = await issue(trx, accountId, { name: old.name, now, expiresAt });
    const details = { grace_seconds, replaced_by: issued.id };
    await writeAudit(trx, actor, { action: 'key.regenerated', subject: keyId, accountId, details });
    return issued;
  });
}

/** At once, and for good. A second revocation keeps the time of the first. */
export async function revokeKey({ db, actor }: Acting, accountId: string, keyId: string): Promise<Key> {
  return db.transaction().execute(async (trx) => {
    await lockAccountOrFail(trx, accountId);
    const key = await findKeyOrFail(trx, accountId, keyId);
    if (key.revoked_at) return key;
    const revokedAt = new Date();
    await endKey(trx, keyId, { revoked_at: revokedAt });
    await writeAudit(trx, actor, { action: 'key.revoked', subject: keyId, accountId, details: { name: key.name } });
    await notify(trx, 'hookline_accounts');
    return { ...key, revoked_at: revokedAt.toISOString() };
  });
}

async function issue(
  trx: Trx,
  accountId: string,
  { name, now, expiresAt }: { name: string; now: Date; expiresAt: Date | null },
): Promise<IssuedKey> {
  const key = newKey();
  const row = { id: newId('key'), account_id: accountId, name, hash: hashKey(key), hint: `hkl_…${key.slice(-4)}` };
  const record = await insertKey(trx, { ...row, created_at: now, expires_at: expiresAt });
  await notify(trx, 'hookline_accounts');
  return { ...record, key };
}

/** The lock makes the count of live keys hold until commit. */
async function lockAccountOrFail(trx: Trx, accountId: string): Promise<void> {
  if (!(await lockAccount(trx, accountId))) fail('not_found', `There is no account ${accountId}.`);
}

async function findKeyOrFail(trx: Trx, accountId: string, keyId: string): Promise<Key> {
  return (await findKey(trx, accountId, keyId)) ?? fail('not_found', `The account has no key ${keyId}.`);
}
