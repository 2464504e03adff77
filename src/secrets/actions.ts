// Actions on secrets: set and delete.
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { createEncryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { type SecretDeps, toSecret } from './queries.ts';
import { type Secret, type SetSecretInput, secretName } from './secret.ts';
import { deleteSecret, upsertSecret } from './store.ts';

/** Runs that begin later use it. Throws `conflict` if the environment has one of this name. */
export async function setSecret(
  deps: SecretDeps & Acting,
  givenName: string,
  { value }: SetSecretInput,
): Promise<Secret> {
  const { db, actor, operatorKey } = deps;
  const name = toName(givenName);
  failIfOfEnvironment(deps, name);
  const encryption = createEncryption(operatorKey);
  return db.transaction().execute(async (trx) => {
    const row = await upsertSecret(trx, name, encryption.encrypt(value));
    await writeAudit(trx, actor, { action: 'secret.set', subject: name });
    return toSecret(row, encryption);
  });
}

/** Sources that use it fail from their next run on. */
export async function removeSecret(deps: SecretDeps & Acting, givenName: string): Promise<Secret> {
  const { db, actor, operatorKey } = deps;
  const name = toName(givenName);
  return db.transaction().execute(async (trx) => {
    const row = await deleteSecret(trx, name);
    if (!row) {
      failIfOfEnvironment(deps, name);
      fail('not_found', `There is no secret ${name}. GET /operator/secrets lists them.`);
    }
    await writeAudit(trx, actor, { action: 'secret.deleted', subject: name });
    return toSecret(row, createEncryption(operatorKey));
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
