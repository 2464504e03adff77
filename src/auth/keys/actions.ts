// Creates, regenerates and revokes the keys of an account. Each change is audited and announced in its transaction.
import type { z } from 'zod';
import { lockAccount } from '../../accounts/store.ts';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import { notify, type Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { createKeyInput, hashKey, type IssuedKey, type Key, newKey, regenerateKeyInput } from './key.ts';
import { countLiveKeys, endKey, findKey, insertKey } from './store.ts';

const maxLiveKeys = 10;
/** Includes replaced keys in their grace period. */
const maxLiveKeysWithReplaced = 20;

export async function createKey(
  { db, actor, refresh }: Acting,
  accountId: string,
  input: z.input<typeof createKeyInput> = {},
): Promise<IssuedKey> {
  const { name, expires_at } = createKeyInput.parse(input);
  const now = new Date();
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  if (expiresAt && expiresAt <= now) {
    const detail = 'expires_at must be in the future.';
    fail('invalid_body', detail, { errors: [{ pointer: '#/expires_at', detail }] });
  }
  return commit({ db, refresh }, 'keys', async (trx) => {
    await lockAccountOrFail(trx, accountId);
    if ((await countLiveKeys(trx, accountId, now)) >= maxLiveKeys)
      fail('conflict', `An account can have at most ${maxLiveKeys} live keys. Revoke one first.`);
    const issued = await issue(trx, accountId, { name, now, expiresAt });
    const details = { name, expires_at: issued.expires_at };
    await writeAudit(trx, actor, { action: 'key.created', subject: issued.id, accountId, details });
    return issued;
  });
}

/**
 * Issues a key of the same name; the old one keeps working for the grace period, but never beyond its own expiry.
 * A key that expires is replaced by one of the same lifetime.
 */
export async function regenerateKey(
  { db, actor, refresh }: Acting,
  accountId: string,
  keyId: string,
  input: z.input<typeof regenerateKeyInput> = {},
): Promise<IssuedKey> {
  const { grace_seconds } = regenerateKeyInput.parse(input);
  const now = new Date();
  return commit({ db, refresh }, 'keys', async (trx) => {
    await lockAccountOrFail(trx, accountId);
    const old = await findKeyOrFail(trx, accountId, keyId);
    if (old.revoked_at) fail('conflict', `The key ${keyId} is revoked. Create a new key instead.`);
    if ((await countLiveKeys(trx, accountId, now)) >= maxLiveKeysWithReplaced)
      fail('conflict', 'Too many replaced keys are still in their grace period. Revoke some first.');
    const lifetimeMs = old.expires_at ? Date.parse(old.expires_at) - Date.parse(old.created_at) : null;
    const graceEndsAt = now.getTime() + grace_seconds * 1000;
    const oldEndsAt = Math.min(graceEndsAt, old.expires_at ? Date.parse(old.expires_at) : graceEndsAt);
    await endKey(trx, keyId, { expires_at: new Date(oldEndsAt) });
    const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
    const issued = await issue(trx, accountId, { name: old.name, now, expiresAt });
    const details = { grace_seconds, replaced_by: issued.id };
    await writeAudit(trx, actor, { action: 'key.regenerated', subject: keyId, accountId, details });
    return issued;
  });
}

/** Immediate and permanent. Revoking again keeps the time of the first revocation. */
export async function revokeKey({ db, actor, refresh }: Acting, accountId: string, keyId: string): Promise<Key> {
  return commit({ db, refresh }, 'keys', async (trx) => {
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
  const inserted = await insertKey(trx, { ...row, created_at: now, expires_at: expiresAt });
  await notify(trx, 'hookline_accounts');
  return { ...inserted, key };
}

/** The lock keeps the count of live keys valid until commit. */
async function lockAccountOrFail(trx: Trx, accountId: string): Promise<void> {
  if (!(await lockAccount(trx, accountId))) fail('not_found', `Account ${accountId} does not exist.`);
}

async function findKeyOrFail(trx: Trx, accountId: string, keyId: string): Promise<Key> {
  return (await findKey(trx, accountId, keyId)) ?? fail('not_found', `The account has no key ${keyId}.`);
}
