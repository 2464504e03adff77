// Queries of secrets: the list without values, and the values, for the requests that need them.
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { createEncryption, type Encryption } from '../lib/encryption.ts';
import type { Secret } from './secret.ts';
import { type SecretRow, selectSecrets } from './store.ts';

export type SecretDeps = { db: Database; config: Pick<Config, 'secrets'>; operatorKey: string };

/** Ordered by name. */
export async function listSecrets({ db, config, operatorKey }: SecretDeps): Promise<Secret[]> {
  const encryption = createEncryption(operatorKey);
  const stored = (await selectSecrets(db)).filter(({ name }) => !config.secrets.has(name));
  const secrets = [...stored.map((row) => toSecret(row, encryption)), ...[...config.secrets.keys()].map(ofEnvironment)];
  return secrets.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function toSecret({ name, value, created_at, updated_at }: SecretRow, encryption: Encryption): Secret {
  return {
    name,
    from: 'database',
    is_readable: encryption.tryDecrypt(value) !== undefined,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function ofEnvironment(name: string): Secret {
  return { name, from: 'environment', is_readable: true, created_at: null, updated_at: null };
}

/** Values by name. Those of the environment take precedence; one that was encrypted with a former operator key is left out. */
export async function readSecrets({ db, config, operatorKey }: SecretDeps): Promise<ReadonlyMap<string, string>> {
  const { tryDecrypt } = createEncryption(operatorKey);
  const stored = (await selectSecrets(db)).flatMap(({ name, value }): [string, string][] => {
    const text = tryDecrypt(value);
    return text === undefined ? [] : [[name, text]];
  });
  return new Map([...stored, ...config.secrets]);
}
