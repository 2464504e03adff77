// hookline admin requests: lists, approves and declines requests of keys, plans and reactivations.
import type { Command } from './command.ts';
import { queryOf, UsageError } from './options.ts';
import { print, table } from './print.ts';

const columns = ['id', 'kind', 'state', 'name', 'email', 'plan', 'expected_calls_per_month', 'use_case', 'created_at'];

type KeyRequestRecord = Record<string, unknown>;
type Approved = { account: { id: string; plan: string }; created: boolean; request: { kind: string } };

export const requests: Command = async (client, [action = 'list', id], options) => {
  const path = '/operator/key-requests';
  if (action === 'list') {
    const page = await client.call<{ key_requests: KeyRequestRecord[] }>(
      'GET',
      `${path}?${queryOf(options, ['state'])}`,
    );
    print(page, options.json, () => table(page.key_requests, columns));
  } else if (action !== 'approve' && action !== 'decline')
    throw new UsageError(`Unknown subcommand "requests ${action}". Use list, approve or decline.`);
  else if (!id) throw new UsageError(`Missing request id: hookline admin requests ${action} ID.`);
  else if (action === 'approve') {
    const { plan, message } = options;
    const approved = await client.call<Approved>('POST', `${path}/${id}/approve`, { plan, message });
    const { account, created, request } = approved;
    print(
      approved,
      options.json,
      () =>
        `${created ? 'Created' : request.kind === 'key' ? 'Found' : 'Changed'} account ${account.id}, on the ${account.plan} plan.${request.kind === 'key' ? ` Create a key: hookline admin keys create ${account.id}` : ''}`,
    );
  } else {
    const { reason } = options;
    const declined = await client.call<KeyRequestRecord>('POST', `${path}/${id}/decline`, { reason });
    print(declined, options.json, () => table([declined], columns));
  }
};
