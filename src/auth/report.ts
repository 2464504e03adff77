// Revokes a key that somebody found in public, such as a secret scanner. The caller learns nothing about the key.
import { type Actor, type Refresh, system } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import { type KeyMail, revokeKey } from './keys/actions.ts';
import type { Keyring } from './keys/keyring.ts';
import { disconnectLeaked } from './oauth/actions.ts';

export type ReportDeps = { db: Database; refresh: Refresh; keyring: Pick<Keyring, 'identify'> } & KeyMail;

/** `client` is the key of rate limits by address, for a key of which this process has not heard. */
export async function reportKey(
  { db, refresh, keyring, jobs, publicUrl }: ReportDeps,
  { key, client, requestId, address }: Pick<Actor, 'requestId' | 'address'> & { key: string; client: string },
): Promise<void> {
  const owner = await keyring.identify(key, client);
  if (!owner) return;
  const { accountId, keyId, audience } = owner;
  // Whoever reports a key has it.
  const actor: Actor = { ...system, requestId, address, kind: 'key', keyId };
  if (audience === 'mcp') return disconnectLeaked({ db, actor, mail: { jobs, publicUrl } }, { id: keyId, accountId });
  await revokeKey({ db, actor, refresh, mail: { jobs, publicUrl } }, { id: keyId, accountId, isReported: true });
}
