// hookline keys: lists, creates, regenerates and revokes the API keys of an account.
import type { IssuedKey, Key } from '../auth/keys/key.ts';
import type { Command } from './command.ts';
import { UsageError } from './options.ts';
import { print, table } from './print.ts';

const columns = ['id', 'name', 'hint', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'];

export const keys: Command = async (client, [action, account, key], options) => {
  const path = `/operator/accounts/${account}/keys`;
  const showIssued = (issued: IssuedKey) =>
    print(issued, options.json, () => `${issued.key}\nStore it now; it is not shown again. (${issued.id})`);
  if (!action || !account)
    throw new UsageError('Name a subcommand and an account: hookline keys list|create|regenerate|revoke ACCOUNT.');
  if (action === 'list') {
    const page = await client.call<{ keys: Key[] }>('GET', path);
    print(page, options.json, () => table(page.keys, columns));
  } else if (action === 'create') {
    const expires = options.expires === undefined ? undefined : new Date(options.expires).toISOString();
    showIssued(await client.call('POST', path, { name: options.name, expires_at: expires }));
  } else if (action !== 'regenerate' && action !== 'revoke')
    throw new UsageError(`Unknown subcommand "keys ${action}". Use list, create, regenerate or revoke.`);
  else if (!key) throw new UsageError(`Missing key id: hookline keys ${action} ACCOUNT KEY.`);
  else if (action === 'regenerate') {
    const grace = options.grace === undefined ? undefined : Number(options.grace);
    showIssued(await client.call('POST', `${path}/${key}/regenerate`, { grace_seconds: grace }));
  } else {
    const revoked = await client.call<Key>('DELETE', `${path}/${key}`);
    print(revoked, options.json, () => table([revoked], columns));
  }
};
