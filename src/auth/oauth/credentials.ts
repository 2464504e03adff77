// What the keyring holds: keys, and the access tokens of connected apps.
import type { Db } from '../../db/database.ts';
import type { KeyringRow } from '../keys/keyring.ts';
import { loadKeyring } from '../keys/store.ts';
import { loadAccessTokens } from './store.ts';

/** All, or the one with this hash. */
export async function loadCredentials(db: Db, hash?: string): Promise<KeyringRow[]> {
  const [keys, tokens] = await Promise.all([loadKeyring(db, hash), loadAccessTokens(db, hash)]);
  return [...keys, ...tokens];
}
