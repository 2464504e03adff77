// Creates, changes, regenerates and revokes the keys of an account. Each change is audited and announced in its transaction.
import type { z } from 'zod';
import type { Account } from '../../accounts/account.ts';
import { findAccount, lockAccount } from '../../accounts/store.ts';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { defaultLimits, type Limits } from '../../config/limits.ts';
import { notify, type Trx } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import { type IdInAccount, type InAccount, newId } from '../../lib/ids.ts';
import type { MailMessage } from '../../mail/message.ts';
import {
  createKeyInput,
  hashKey,
  type IssuedKey,
  issuedEmail,
  type Key,
  limitColumns,
  newKey,
  regenerateKeyInput,
  reportedEmail,
  updateKeyInput,
} from './key.ts';
import { changeKey, countLiveKeys, endKey, findKey, insertKey, openKeyWindows, timeOfNewestKey } from './store.ts';

const hourMs = 3_600_000;
const maxLiveKeys = 10;
/** Includes replaced keys in their grace period. */
const maxLiveKeysWithReplaced = 20;

export type KeyMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };
/** Without `mail` the holder is not notified of a new key, for example of the demo account. */
type KeyContext = Context & { mail?: KeyMail; limits?: Pick<Limits, 'keysPerHour'> };
export async function createKey(
  ctx: KeyContext,
  { accountId, ...input }: z.input<typeof createKeyInput> & InAccount,
): Promise<IssuedKey> {
  const { name, expires_at, scopes, allowed_ips, limits } = createKeyInput.parse(input);
  const now = new Date();
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  if (expiresAt && expiresAt <= now) {
    const detail = 'expires_at must be in the future.';
    fail('invalid_body', detail, { errors: [{ pointer: '#/expires_at', detail }] });
  }
  const { actor, mail } = ctx;
  const create = async (trx: Trx, audit: Audit) => {
    await lockAccountOrFail(trx, accountId);
    await throwIfTooManyNew(trx, accountId, now, ctx);
    if ((await countLiveKeys(trx, accountId, now)) >= maxLiveKeys)
      fail('conflict', `An account can have at most ${maxLiveKeys} live keys. Revoke one first.`);
    const issued = await issueKey(trx, audit, { accountId, name, now, expiresAt, scopes, allowed_ips, limits });
    await send(trx, mail, accountId, (account, publicUrl) => issuedEmail(account, { key: issued, actor, publicUrl }));
    return issued;
  };
  return commit(ctx, create, { keys: accountId });
}

export async function updateKey(
  ctx: Context,
  { id, accountId, ...input }: z.input<typeof updateKeyInput> & IdInAccount,
): Promise<Key> {
  const { limits, ...change } = updateKeyInput.parse(input);
  const update = async (trx: Trx, audit: Audit) => {
    await lockAccountOrFail(trx, accountId);
    const before = await findKeyOrFail(trx, accountId, id);
    if (before.revoked_at) fail('conflict', `The key ${id} is revoked. Create a new key instead.`);
    const fields = ['name', 'scopes', 'allowed_ips', 'limits'] as const;
    const after = { ...before, ...change, limits: { ...before.limits, ...limits } };
    if (!(await audit({ action: 'key.changed', subject: id, accountId, before, after, fields }))) return before;
    const key = await changeKey(trx, id, { ...change, ...limitColumns(after.limits) });
    if (limits) await openKeyWindows(trx, accountId, id, new Date());
    await notify(trx, 'hookline_accounts', accountId);
    return key;
  };
  return commit(ctx, update, { keys: accountId });
}

/**
 * Issues a key of the same name, scopes and addresses; the old one keeps working for the grace period, but never beyond its own expiry.
 * A key that expires is replaced by one of the same lifetime.
 */
export async function regenerateKey(
  ctx: KeyContext,
  { id, accountId, ...input }: z.input<typeof regenerateKeyInput> & IdInAccount,
): Promise<IssuedKey> {
  const { grace_seconds } = regenerateKeyInput.parse(input);
  const now = new Date();
  const { actor, mail } = ctx;
  const regenerate = async (trx: Trx, audit: Audit) => {
    await lockAccountOrFail(trx, accountId);
    const old = await findKeyOrFail(trx, accountId, id);
    if (old.revoked_at) fail('conflict', `The key ${id} is revoked. Create a new key instead.`);
    await throwIfTooManyNew(trx, accountId, now, ctx);
    if ((await countLiveKeys(trx, accountId, now)) >= maxLiveKeysWithReplaced)
      fail('conflict', 'Too many replaced keys are still in their grace period. Revoke some first.');
    const lifetimeMs = old.expires_at ? Date.parse(old.expires_at) - Date.parse(old.created_at) : null;
    const graceEndsAt = now.getTime() + grace_seconds * 1000;
    const oldEndsAt = Math.min(graceEndsAt, old.expires_at ? Date.parse(old.expires_at) : graceEndsAt);
    const replaced = { ...old, expires_at: new Date(oldEndsAt).toISOString() };
    const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
    const issued = await issue(trx, { ...old, accountId, now, expiresAt });
    await endKey(trx, id, { expires_at: new Date(oldEndsAt), replaced_by: issued.id });
    const details = { grace_seconds, replaced_by: issued.id };
    await audit({ action: 'key.regenerated', subject: id, accountId, details });
    await send(trx, mail, accountId, (account, publicUrl) =>
      issuedEmail(account, { key: issued, actor, publicUrl, replaced }),
    );
    return issued;
  };
  return commit(ctx, regenerate, { keys: accountId });
}

/**
 * Revokes immediately and permanently. Revoking again keeps the time of the first revocation. `isReported`: not revoked by the holder or an
 * operator, so the holder is notified.
 */
export async function revokeKey(
  ctx: KeyContext,
  { id, accountId, isReported = false }: IdInAccount & { isReported?: boolean },
): Promise<Key> {
  const revoke = async (trx: Trx, audit: Audit) => {
    await lockAccountOrFail(trx, accountId);
    const key = await findKeyOrFail(trx, accountId, id);
    if (key.revoked_at) return key;
    const revokedAt = new Date();
    await endKey(trx, id, { revoked_at: revokedAt });
    const details = { name: key.name, ...(isReported ? { reason: 'reported' } : {}) };
    await audit({ action: 'key.revoked', subject: id, accountId, details });
    await notify(trx, 'hookline_accounts', accountId);
    const revoked = { ...key, revoked_at: revokedAt.toISOString() };
    if (isReported)
      await send(trx, ctx.mail, accountId, (account, publicUrl) =>
        reportedEmail(account, key, revoked.revoked_at, publicUrl),
      );
    return revoked;
  };
  return commit(ctx, revoke, { keys: accountId });
}

/** Issues a key as part of another change. The account must be locked, or new. */
export async function issueKey(trx: Trx, audit: Audit, input: NewKey): Promise<IssuedKey> {
  const issued = await issue(trx, input);
  const { name, expires_at, scopes, allowed_ips, limits } = issued;
  const details = { name, expires_at, scopes, allowed_ips, limits };
  await audit({ action: 'key.created', subject: issued.id, accountId: input.accountId, details });
  return issued;
}

type NewKey = InAccount &
  Pick<Key, 'name' | 'scopes' | 'allowed_ips'> & { limits?: Partial<Key['limits']>; now: Date; expiresAt: Date | null };

async function issue(trx: Trx, input: NewKey): Promise<IssuedKey> {
  const { accountId, name, scopes, allowed_ips, limits = {}, now, expiresAt } = input;
  const key = newKey();
  const own = { hash: hashKey(key), hint: `hkl_…${key.slice(-4)}`, ...limitColumns(limits) };
  const row = { id: newId('key'), account_id: accountId, name, ...own, scopes, allowed_ips };
  const inserted = await insertKey(trx, { ...row, created_at: now, expires_at: expiresAt });
  await notify(trx, 'hookline_accounts', accountId);
  return { ...inserted, key };
}

/** Each new key adds a permanent row and an email. Operators are not limited. */
async function throwIfTooManyNew(
  trx: Trx,
  accountId: string,
  now: Date,
  { actor, limits: { keysPerHour } = defaultLimits }: KeyContext,
): Promise<void> {
  if (actor.kind !== 'session') return;
  const oldest = await timeOfNewestKey(trx, accountId, keysPerHour);
  const waitMs = oldest ? oldest.getTime() + hourMs - now.getTime() : 0;
  if (waitMs <= 0) return;
  const detail = `An account can create ${keysPerHour} keys per hour. Retry later.`;
  fail('rate_limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** Mails the holder of the account. */
export async function send(
  trx: Trx,
  mail: KeyMail | undefined,
  accountId: string,
  write: (account: Account, publicUrl: string) => MailMessage,
): Promise<void> {
  const account = mail && (await findAccount(trx, accountId));
  if (account) await mail.jobs.send(trx, 'mail', write(account, mail.publicUrl()));
}

/** The lock keeps the count of live keys valid until commit. */
async function lockAccountOrFail(trx: Trx, accountId: string): Promise<void> {
  if (!(await lockAccount(trx, accountId))) fail('not_found', `Account ${accountId} does not exist.`);
}

async function findKeyOrFail(trx: Trx, accountId: string, keyId: string): Promise<Key> {
  return (await findKey(trx, accountId, keyId)) ?? fail('not_found', `The account has no key ${keyId}.`);
}
