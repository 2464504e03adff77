// Revokes a key that somebody, such as a secret scanner, found in public. The caller learns nothing about the key.
import { type Actor, type Refresh, system } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import { type KeyMail, revokeKey } from './keys/actions.ts';
import type { Keyring } from './keys/keyring.ts';
import { disconnectLeaked } from './oauth/actions.ts';

export type ReportDeps = { db: Database; refresh: Refresh; keyring: Pick<Keyring, 'identify'> } & KeyMail;

/** `client` is the key of rate limits by address, used to look up a key that this process has not loaded. */
export async function reportKey(
  { db, refresh, keyring, jobs, publicUrl }: ReportDeps,
  { key, client, requestId, address }: Pick<Actor, 'requestId' | 'address'> & { key: string; client: string },
): Promise<void> {
  const owner = await keyring.identify(key, client);
  if (!owner) return;
  const { accountId, keyId, audience } = owner;
  // The reporter has the key, so the key is the actor.
  const actor: Actor = { ...system, requestId, address, kind: 'key', keyId };
  if (audience === 'mcp') return disconnectLeaked({ db, actor, mail: { jobs, publicUrl } }, { id: keyId, accountId });
  await revokeKey({ db, actor, refresh, mail: { jobs, publicUrl } }, { id: keyId, accountId, isReported: true });
}
