// Queries of secrets: their values, for the requests that need them.
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { createEncryption } from '../lib/encryption.ts';
import { selectSecrets } from './store.ts';

export type SecretDeps = { db: Database; config: Pick<Config, 'secrets'>; operatorKey: string };

/** Values by name. Those of the environment take precedence; one that was sealed with a former operator key is left out. */
export async function readSecrets({ db, config, operatorKey }: SecretDeps): Promise<ReadonlyMap<string, string>> {
  const { decrypt } = createEncryption(operatorKey);
  const secrets = new Map<string, string>();
  for (const { name, value } of await selectSecrets(db)) {
    try {
      secrets.set(name, decrypt(value));
    } catch {
      // Its uses fail with the name of the secret.
    }
  }
  return new Map([...secrets, ...config.secrets]);
}
