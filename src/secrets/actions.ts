// Actions on secrets: set and delete.
import { commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { createEncryption, type Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { type Secret, type SetSecretInput, secretName } from './secret.ts';
import { deleteSecret, type SecretRow, selectSecrets, upsertSecret } from './store.ts';

/** Runs that begin later use the secret. Throws `conflict` if the environment has a secret of this name. */
export async function setSecret(
  ctx: SecretDeps & Context,
  { name: given, value }: SetSecretInput & { name: string },
): Promise<Secret> {
  const name = toName(given);
  failIfOfEnvironment(ctx, name);
  const encryption = createEncryption(ctx.operatorKey);
  return commit(ctx, async (trx, audit) => {
    const row = await upsertSecret(trx, name, encryption.encrypt(value));
    await audit({ action: 'secret.set', subject: name });
    return toSecret(row, encryption);
  });
}

/** Sources that use it fail from their next run on. */
export async function removeSecret(ctx: SecretDeps & Context, input: { name: string }): Promise<Secret> {
  const name = toName(input.name);
  return commit(ctx, async (trx, audit) => {
    const row = await deleteSecret(trx, name);
    if (!row) {
      failIfOfEnvironment(ctx, name);
      fail('not_found', `There is no secret ${name}. GET /operator/secrets lists them.`);
    }
    await audit({ action: 'secret.deleted', subject: name });
    return toSecret(row, createEncryption(ctx.operatorKey));
  });
}

function toName(given: string): string {
  const { data, error } = secretName.safeParse(given);
  return data ?? fail('invalid_request', error?.issues[0]?.message ?? 'Invalid name of a secret.');
}

function failIfOfEnvironment({ config }: Pick<SecretDeps, 'config'>, name: string): void {
  if (!config.secrets.has(name)) return;
  const variable = `HOOKLINE_SECRET_${name.toUpperCase()}`;
  fail(
    'conflict',
    `The environment sets ${variable}, which takes precedence. Change it there and restart the service.`,
  );
}

// Queries of secrets: the list without values, and the values, for the requests that need them.

export type SecretDeps = { db: Database; config: Pick<Config, 'secrets'>; operatorKey: string };

/** Ordered by name. */
export async function listSecrets({ db, config, operatorKey }: SecretDeps): Promise<Secret[]> {
  const encryption = createEncryption(operatorKey);
  const stored = (await selectSecrets(db)).filter(({ name }) => !config.secrets.has(name));
  const secrets = [...stored.map((row) => toSecret(row, encryption)), ...[...config.secrets.keys()].map(ofEnvironment)];
  return secrets.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toSecret({ name, value, created_at, updated_at }: SecretRow, encryption: Encryption): Secret {
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

/** Values by name. The environment takes precedence; secrets that were encrypted with a former operator key are left out. */
export async function readSecrets({ db, config, operatorKey }: SecretDeps): Promise<ReadonlyMap<string, string>> {
  const { tryDecrypt } = createEncryption(operatorKey);
  const stored = (await selectSecrets(db)).flatMap(({ name, value }): [string, string][] => {
    const text = tryDecrypt(value);
    return text === undefined ? [] : [[name, text]];
  });
  return new Map([...stored, ...config.secrets]);
}
