// hookline webhooks: the webhooks of accounts, on their behalf.
import { type Command, type Options, UsageError } from './command.ts';
import { print, table } from './print.ts';

const endpointColumns = ['webhook_id', 'account_id', 'status', 'paused_by', 'backlog', 'webhook_url', 'created_at'];
const deliveryColumns = ['delivery_id', 'kind', 'status', 'attempts', 'hooks', 'next_attempt_at', 'created_at'];

type Rows = Record<string, unknown>[];

/** What follows the id in the address, and what is sent there. */
const actions: Readonly<Record<string, { method: string; path: string; body?: (options: Options) => unknown }>> = {
  show: { method: 'GET', path: '' },
  delete: { method: 'DELETE', path: '' },
  test: { method: 'POST', path: '/test' },
  pause: { method: 'POST', path: '/pause' },
  resume: { method: 'POST', path: '/resume', body: ({ skip }) => ({ backlog: skip === true ? 'skip' : 'deliver' }) },
  rotate: { method: 'POST', path: '/rotate-secret' },
  replay: { method: 'POST', path: '/replay', body: replayBody },
};

function replayBody({ delivery, since, until }: Options): unknown {
  if (delivery !== undefined) return { delivery_id: delivery };
  if (since === undefined)
    throw new UsageError('replay needs --delivery ID, or --since TIME and perhaps --until TIME.');
  return { since, until };
}

export const webhooks: Command = async (client, [action = 'list', id], options) => {
  const asJson = options.json === true;
  if (action === 'list') {
    const query = options.account ? `?account=${options.account}` : '';
    const listed = await client.call<{ webhooks: Rows }>('GET', `/operator/webhooks${query}`);
    return print(listed, asJson, () => table(listed.webhooks, endpointColumns));
  }
  if (action !== 'create' && action !== 'deliveries' && !Object.hasOwn(actions, action))
    throw new UsageError(`webhooks knows list, create, deliveries, ${Object.keys(actions).join(', ')}, not ${action}.`);
  if (!id)
    throw new UsageError(`webhooks ${action} needs the id of ${action === 'create' ? 'an account' : 'a webhook'}.`);
  if (action === 'create') {
    const body = { webhook_url: options['webhook-url'], description: options.name };
    const created = await client.call<Record<string, unknown>>('POST', `/operator/accounts/${id}/webhooks`, body);
    return print(created, asJson, () => fields(created));
  }
  if (action === 'deliveries') {
    const query = options.status ? `?status=${options.status}` : '';
    const log = await client.call<{ deliveries: Rows }>('GET', `/operator/webhooks/${id}/deliveries${query}`);
    return print(log, asJson, () => table(log.deliveries, deliveryColumns));
  }
  const { method, path, body } = actions[action];
  const done = await client.call<Record<string, unknown>>(method, `/operator/webhooks/${id}${path}`, body?.(options));
  print(done, asJson, () => (action === 'replay' ? table(done.deliveries as Rows, deliveryColumns) : fields(done)));
};

function fields(record: Record<string, unknown>): string {
  const rows = Object.entries(record).map(([field, value]) => ({ field, value }));
  return table(rows, ['field', 'value']);
}
