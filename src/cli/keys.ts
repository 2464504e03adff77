// hookline keys: list, create, regenerate, revoke the keys of an account.
import type { IssuedKey, Key } from '../auth/key.ts';
import { type Command, UsageError } from './command.ts';
import { print, table } from './print.ts';

const columns = ['id', 'name', 'hint', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'];

export const keys: Command = async (client, [action, account, key], options) => {
  const asJson = options.json === true;
  const path = `/operator/accounts/${account}/keys`;
  const showIssued = (issued: IssuedKey) =>
    print(issued, asJson, () => `${issued.key}\nShown this once: store it now. (${issued.id})`);
  if (!action || !account)
    throw new UsageError('keys needs list, create, regenerate or revoke, and the id of an account.');
  if (action === 'list') {
    const listed = await client.call<{ keys: Key[] }>('GET', path);
    print(listed, asJson, () => table(listed.keys, columns));
  } else if (action === 'create') {
    const expires = options.expires === undefined ? undefined : new Date(String(options.expires)).toISOString();
    showIssued(await client.call('POST', path, { name: options.name, expires_at: expires }));
  } else if (!key) throw new UsageError(`keys ${action} needs the id of a key after the account.`);
  else if (action === 'regenerate') {
    const grace = options.grace === undefined ? undefined : Number(options.grace);
    showIssued(await client.call('POST', `${path}/${key}/regenerate`, { grace_seconds: grace }));
  } else if (action === 'revoke') {
    const revoked = await client.call<Key>('DELETE', `${path}/${key}`);
    print(revoked, asJson, () => table([revoked], columns));
  } else throw new UsageError(`keys knows list, create, regenerate and revoke, not ${action}.`);
};
