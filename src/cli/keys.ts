// hookline admin keys: lists, creates, changes, regenerates and revokes the API keys of an account.
import { keyScopes } from '../accounts/plan.ts';
import type { IssuedKey, Key } from '../auth/keys/key.ts';
import type { Command } from './command.ts';
import { type Options, UsageError } from './options.ts';
import { print, table } from './print.ts';

const columns = [
  'id',
  'name',
  'hint',
  'scopes',
  'allowed_ips',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'last_used_ip',
];

export const keys: Command = async (client, [action, account, key], options) => {
  const path = `/operator/accounts/${account}/keys`;
  const showKeys = (listed: Key[], answer: unknown) =>
    print(answer, options.json, () => table(listed.map(toRow), columns));
  const showIssued = (issued: IssuedKey) =>
    print(issued, options.json, () => `${issued.key}\nStore it now; it is not shown again. (${issued.id})`);
  if (!action || !account)
    throw new UsageError(
      'Name a subcommand and an account: hookline admin keys list|create|update|regenerate|revoke ACCOUNT.',
    );
  if (action === 'list') {
    const page = await client.call<{ keys: Key[] }>('GET', path);
    showKeys(page.keys, page);
  } else if (action === 'create') {
    const expires = options.expires === undefined ? undefined : new Date(options.expires).toISOString();
    showIssued(
      await client.call('POST', path, { name: options.name, expires_at: expires, ...restrictionsOf(options) }),
    );
  } else if (!['update', 'regenerate', 'revoke'].includes(action))
    throw new UsageError(`Unknown subcommand "keys ${action}". Use list, create, update, regenerate or revoke.`);
  else if (!key) throw new UsageError(`Missing key id: hookline admin keys ${action} ACCOUNT KEY.`);
  else if (action === 'update') {
    const change = { name: options.name, ...restrictionsOf(options) };
    const updated = await client.call<Key>('PATCH', `${path}/${key}`, change);
    showKeys([updated], updated);
  } else if (action === 'regenerate') {
    const grace = options.grace === undefined ? undefined : Number(options.grace);
    showIssued(await client.call('POST', `${path}/${key}/regenerate`, { grace_seconds: grace }));
  } else {
    const revoked = await client.call<Key>('DELETE', `${path}/${key}`);
    showKeys([revoked], revoked);
  }
};

/** `all` lifts a restriction; what is not given is left out of the body. */
function restrictionsOf({ scopes, 'allow-ip': addresses }: Options) {
  const allowed = addresses?.flatMap((text) => text.split(','));
  return {
    scopes: scopes === 'all' ? keyScopes : scopes?.split(',').map((scope) => scope.trim()),
    allowed_ips: allowed?.join() === 'all' ? null : allowed,
  };
}

function toRow({ scopes, allowed_ips, ...key }: Key) {
  const isAll = scopes.length === keyScopes.length;
  return { ...key, scopes: isAll ? 'all' : scopes.join(), allowed_ips: allowed_ips?.join() ?? 'all' };
}
