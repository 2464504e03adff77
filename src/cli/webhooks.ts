// hookline admin webhooks: manages the webhooks of accounts on their behalf.
import type { Action, Command } from './command.ts';
import { type Options, queryOf, UsageError } from './options.ts';
import { fieldTable, print, table } from './print.ts';

const endpointColumns = ['webhook_id', 'account_id', 'status', 'paused_by', 'backlog', 'webhook_url', 'created_at'];
const replayedColumns = ['webhook_id', 'account_id', 'account_name', 'deliveries', 'error'];
const deliveryColumns = ['delivery_id', 'kind', 'status', 'attempts', 'hooks', 'next_attempt_at', 'created_at'];

type Row = Record<string, unknown>;

const actions: ReadonlyMap<string, Action> = new Map([
  ['show', { method: 'GET', path: '' }],
  ['delete', { method: 'DELETE', path: '' }],
  ['test', { method: 'POST', path: '/test' }],
  ['pause', { method: 'POST', path: '/pause' }],
  [
    'resume',
    { method: 'POST', path: '/resume', body: ({ skip }: Options) => ({ backlog: skip ? 'skip' : 'deliver' }) },
  ],
  ['rotate', { method: 'POST', path: '/rotate-secret' }],
]);

export const webhooks: Command = async (client, [subcommand = 'list', id], options) => {
  if (subcommand === 'list') {
    const page = await client.call<{ webhooks: Row[] }>('GET', `/operator/webhooks?${queryOf(options, ['account'])}`);
    return print(page, options.json, () => table(page.webhooks, endpointColumns));
  }
  if (subcommand === 'replay' && !id && options.status === 'failed') {
    const { since, until, account, 'dry-run': dry_run } = options;
    if (since === undefined) throw new UsageError('Add --since TIME, and optionally --until TIME.');
    const body = { since, until, account, dry_run };
    const replayed = await client.call<{ webhooks: Row[] }>('POST', '/operator/deliveries/replay', body);
    return print(replayed, options.json, () => table(replayed.webhooks, replayedColumns));
  }
  const action = actions.get(subcommand);
  if (!action && !['create', 'deliveries', 'replay'].includes(subcommand))
    throw new UsageError(
      `Unknown subcommand "webhooks ${subcommand}". Use list, create, deliveries, replay, ${[...actions.keys()].join(', ')}.`,
    );
  if (!id)
    throw new UsageError(
      subcommand === 'create'
        ? 'Missing account id: hookline admin webhooks create ACCOUNT.'
        : `Missing webhook id: hookline admin webhooks ${subcommand} ID.`,
    );
  if (subcommand === 'create') {
    const body = { webhook_url: options['webhook-url'], description: options.name };
    const created = await client.call<Row>('POST', `/operator/accounts/${id}/webhooks`, body);
    return print(created, options.json, () => fieldTable(created));
  }
  const path = `/operator/webhooks/${id}`;
  if (!action) {
    const page =
      subcommand === 'replay'
        ? await client.call<{ deliveries: Row[] }>('POST', `${path}/replay`, replayBody(options))
        : await client.call<{ deliveries: Row[] }>('GET', `${path}/deliveries?${queryOf(options, ['status'])}`);
    return print(page, options.json, () => table(page.deliveries, deliveryColumns));
  }
  const record = await client.call<Row>(action.method, path + action.path, action.body?.(options));
  print(record, options.json, () => fieldTable(record));
};

function replayBody({ delivery, since, until, status }: Options): Row {
  if (delivery !== undefined) return { delivery_id: delivery };
  if (since === undefined && status === undefined)
    throw new UsageError('Add --delivery ID, --status failed, or --since TIME and optionally --until TIME.');
  return { since, until, status };
}
