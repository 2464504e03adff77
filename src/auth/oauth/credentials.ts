// What the keyring holds: keys, and the access tokens of connected apps.
import type { Db } from '../../db/database.ts';
import type { KeyringRow } from '../keys/keyring.ts';
import { loadKeyring } from '../keys/store.ts';
import type { Secrets } from '../secret-index.ts';
import { loadAccessTokens } from './store.ts';

/** All, or only these. */
export async function loadCredentials(db: Db, only?: Secrets): Promise<KeyringRow[]> {
  const [keys, tokens] = await Promise.all([loadKeyring(db, only), loadAccessTokens(db, only)]);
  return [...keys, ...tokens];
}
