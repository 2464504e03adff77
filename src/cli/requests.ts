// hookline requests: who asks for a key; approve or decline.
import { type Command, UsageError } from './command.ts';
import { print, table } from './print.ts';

const columns = ['id', 'state', 'name', 'email', 'expected_calls_per_month', 'use_case', 'created_at'];

export const requests: Command = async (client, [action = 'list', id], options) => {
  const asJson = options.json === true;
  if (action === 'list') {
    const state = options.state ? `?state=${options.state}` : '';
    const listed = await client.call<{ key_requests: Record<string, unknown>[] }>(
      'GET',
      `/operator/key-requests${state}`,
    );
    print(listed, asJson, () => table(listed.key_requests, columns));
  } else if (!id) throw new UsageError(`requests ${action} needs the id of a request.`);
  else if (action === 'approve') {
    const approved = await client.call<{ account: { id: string } }>('POST', `/operator/key-requests/${id}/approve`, {
      plan: options.plan,
      message: options.message,
    });
    print(
      approved,
      asJson,
      () => `Account ${approved.account.id}. Its first key: hookline keys create ${approved.account.id}`,
    );
  } else if (action === 'decline') {
    const declined = await client.call<Record<string, unknown>>('POST', `/operator/key-requests/${id}/decline`, {
      reason: options.reason,
    });
    print(declined, asJson, () => table([declined], columns));
  } else throw new UsageError(`requests knows list, approve and decline, not ${action}.`);
};
