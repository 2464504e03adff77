// Commands about customers: accounts, keys, key requests, exports and webhooks.
import type { OperatorAccount } from '../../accounts/account.ts';
import { keyScopes } from '../../accounts/caller.ts';
import type { IssuedKey, Key } from '../../auth/keys/key.ts';
import type { UsageHistory } from '../../quota/usage-history.ts';
import type { Command, CommandGroup, Run } from '../command.ts';
import { type Options, queryOf, UsageError } from '../options.ts';
import { print, type Row, table } from '../print.ts';

const accountColumns = 'id name email plan limits suspended';

/** Shows the usage of all accounts if there is no id. */
const showUsage: Run = async (client, [id], options) => {
  const query = queryOf(options, ['since', 'until', 'by']);
  const path = id === undefined ? '/operator/usage/history' : `/operator/accounts/${id}/usage/history`;
  if (options.csv) {
    query.set('format', 'csv');
    for await (const chunk of await client.download(`${path}?${query}`)) process.stdout.write(chunk);
    return;
  }
  const report = await client.call<{ usage: UsageHistory['records'] }>('GET', `${path}?${query}`);
  print(report, options.json, () => table(report.usage, Object.keys(report.usage[0] ?? {})));
};

function accountChanges({ name, email, note, plan, message, suspend, resume, ...options }: Options) {
  const limits = limitsIn(options);
  return { name, email, note, plan, message, suspended: suspend ? true : resume ? false : undefined, limits };
}

function limitsIn(options: Options) {
  return { per_day: toLimit(options['per-day']), per_month: toLimit(options['per-month']) };
}

function toLimit(text: string | undefined): number | null | undefined {
  return text === undefined ? undefined : text === 'none' ? null : Number(text);
}

const accounts: Command = {
  summary: 'Manage accounts and report their usage',
  options: `
    --plan PLAN                 free, starter, pro, scale or enterprise.
    --name NAME, --email EMAIL  The new name or email (update). A new email ends sessions.
    --note TEXT                 Private note for operators (update). An empty note removes it.
    --notify                    Email the customer how to sign in (create).
    --message TEXT              Included in the email to the customer (create, update).
    --suspend, --resume         Suspend the account, or lift the suspension (update).
    --per-day N|none            Custom limit of calls per day; none restores the plan's limit (update).
    --per-month N|none          Custom limit of calls per month; none restores the plan's limit (update).
    --since, --until DATE       First and last day (usage). Default: the last 30 days.
    --by DIMENSIONS             day, endpoint, key, status, account; comma-separated (usage). Default day.
    --csv                       Print CSV (usage).`,
  actions: {
    '[list] [--after ID] [--deleted]': {
      call: 'GET /operator/accounts?limit=200',
      rows: 'accounts',
      columns: accountColumns,
    },
    'create --name NAME --email EMAIL [--plan PLAN] [--notify]': {
      call: 'POST /operator/accounts',
      body: ({ name, email, plan, message, notify }) => ({ name, email, plan, message, notify }),
      columns: accountColumns,
    },
    'show ID': { call: 'GET /operator/accounts/{id}', columns: accountColumns },
    'sign-in ID': { call: 'POST /operator/accounts/{id}/sign-in-links', columns: 'url expires_at' },
    'update ID [options]': { call: 'PATCH /operator/accounts/{id}', body: accountChanges, columns: accountColumns },
    'delete ID [--reason TEXT]': {
      call: 'DELETE /operator/accounts/{id}',
      text: ({ deletion }: OperatorAccount, [id]) =>
        `Deleted. The account is erased after ${deletion?.erase_after}. To restore it: hookline admin accounts restore ${id}`,
    },
    'restore ID': { call: 'POST /operator/accounts/{id}/restore', body: () => ({}), columns: accountColumns },
    'erase ID': { call: 'POST /operator/accounts/{id}/erase', columns: accountColumns },
    'data ID': { call: 'GET /operator/accounts/{id}/data', text: (data: object) => JSON.stringify(data, null, 2) },
    'usage [ID] [options]': showUsage,
  },
};

const keyTable = (keys: readonly Key[]) =>
  table(
    keys.map(({ scopes, allowed_ips, ...key }) => ({
      ...key,
      scopes: scopes.length === keyScopes.length ? 'all' : scopes.join(),
      allowed_ips: allowed_ips?.join() ?? 'all',
    })),
    'id name hint scopes allowed_ips limits created_at expires_at revoked_at last_used_at last_used_ip'.split(' '),
  );

const issuedText = ({ id, key }: IssuedKey) => `${key}\nStore it now; it is not shown again. (${id})`;

/** `all` lifts a restriction; absent options are left out of the body. */
function restrictionsOf({ scopes, 'allow-ip': addresses, ...options }: Options) {
  const allowed = addresses?.flatMap((text) => text.split(','));
  return {
    limits: limitsIn(options),
    scopes: scopes === 'all' ? keyScopes : scopes?.split(',').map((scope) => scope.trim()),
    allowed_ips: allowed?.join() === 'all' ? null : allowed,
  };
}

const keys: Command = {
  summary: 'Manage the API keys of an account',
  options: `
    --name NAME         Name of the key.
    --expires DATE      When the key expires. Default: never.
    --scopes SCOPES     Scopes of the key: read, export, webhooks, usage; comma-separated. Default: all.
    --allow-ip ADDRESS  IP address or network the key may be used from. Repeatable; all removes the limit. Default: all.
    --per-day N|none    Limit of calls per day for this key. Default: none.
    --per-month N|none  Limit of calls per month for this key. Default: none.
    --grace SECONDS     How long the old key keeps working. Default 86400.`,
  actions: {
    'list ACCOUNT': { call: 'GET /operator/accounts/{id}/keys', text: ({ keys }: { keys: Key[] }) => keyTable(keys) },
    'create ACCOUNT [--name NAME] [--expires DATE] [options]': {
      call: 'POST /operator/accounts/{id}/keys',
      body: ({ name, expires, ...options }) => {
        const expires_at = expires === undefined ? undefined : new Date(expires).toISOString();
        return { name, expires_at, ...restrictionsOf(options) };
      },
      text: issuedText,
    },
    'update ACCOUNT KEY [--name NAME] [options]': {
      call: 'PATCH /operator/accounts/{id}/keys/{key}',
      body: ({ name, ...options }) => ({ name, ...restrictionsOf(options) }),
      text: (key: Key) => keyTable([key]),
    },
    'regenerate ACCOUNT KEY [--grace SECONDS]': {
      call: 'POST /operator/accounts/{id}/keys/{key}/regenerate',
      body: ({ grace }) => ({ grace_seconds: grace === undefined ? undefined : Number(grace) }),
      text: issuedText,
    },
    'revoke ACCOUNT KEY': { call: 'DELETE /operator/accounts/{id}/keys/{key}', text: (key: Key) => keyTable([key]) },
  },
};

const requestColumns = 'id kind state name email plan expected_calls_per_month use_case created_at';

type Approved = { account: { id: string; plan: string }; created: boolean; request: { kind: string } };

function approvedText({ account, created, request }: Approved): string {
  const isOfKey = request.kind === 'key';
  const done = created ? 'Created' : isOfKey ? 'Found' : 'Changed';
  const next = isOfKey ? ` Create a key: hookline admin keys create ${account.id}` : '';
  return `${done} account ${account.id}, on the ${account.plan} plan.${next}`;
}

const requests: Command = {
  summary: 'Approve or decline requests for keys, plans and reactivations',
  actions: {
    '[list] [--state STATE]': { call: 'GET /operator/key-requests', rows: 'key_requests', columns: requestColumns },
    'approve ID [--plan PLAN] [--message TEXT]': {
      call: 'POST /operator/key-requests/{id}/approve',
      text: approvedText,
    },
    'decline ID [--reason TEXT]': { call: 'POST /operator/key-requests/{id}/decline', columns: requestColumns },
  },
};

const sourceRequests: Command = {
  summary: 'Approve or decline creators and topics that customers request',
  options: `
    --message TEXT  Shown to the customer (approve).
    --reason TEXT   Included in the email to the customer (decline).`,
  notes: 'Approving a URL creates a source that collects it. A topic is only marked as approved.',
  actions: {
    '[list] [--state STATE] [--after ID]': {
      call: 'GET /operator/source-requests',
      rows: 'source_requests',
      columns: 'request_id state location reason hooks source created_at',
    },
    'approve ID [--message TEXT]': { call: 'POST /operator/source-requests/{id}/approve' },
    'decline ID [--reason TEXT]': { call: 'POST /operator/source-requests/{id}/decline' },
  },
};

const searches: Command = {
  summary: 'List customer searches with few results',
  options: `
    --week DATE  Any day of the week. Default today.`,
  actions: {
    'empty [--week DATE]': {
      call: 'GET /operator/searches/empty',
      rows: 'data',
      columns: 'q filters count accounts last_at',
    },
  },
};

const exports: Command = {
  summary: 'List and cancel exports',
  actions: {
    '[list] [--account ID] [--status STATUS] [--after ID]': {
      call: 'GET /operator/exports',
      rows: 'exports',
      columns: 'export_id account_id status format estimated_records records size_bytes created_at completed_at error',
    },
    'show ID': { call: 'GET /operator/exports/{id}' },
    'cancel ID': { call: 'DELETE /operator/exports/{id}' },
  },
};

const deliveryColumns = 'delivery_id kind status attempts hooks next_attempt_at created_at';

function replayBody({ delivery, since, until, status }: Options): Row {
  if (delivery !== undefined) return { delivery_id: delivery };
  if (since === undefined && status === undefined)
    throw new UsageError('Add --delivery ID, --status failed, or --since TIME and optionally --until TIME.');
  return { since, until, status };
}

const webhooks: Command = {
  summary: 'Manage the webhooks of accounts',
  options: `
    --name TEXT      Description of the webhook.
    --skip           Discard the backlog instead of delivering it (resume).
    --status failed  Replay only failed deliveries that were not delivered since; without ID, of all webhooks.
    --dry-run        Only count the deliveries.`,
  actions: {
    '[list] [--account ID]': {
      call: 'GET /operator/webhooks',
      rows: 'webhooks',
      columns: 'webhook_id account_id status paused_by backlog webhook_url created_at',
    },
    'create ACCOUNT --webhook-url URL [--name TEXT]': {
      call: 'POST /operator/accounts/{id}/webhooks',
      body: ({ 'webhook-url': webhook_url, name: description }) => ({ webhook_url, description }),
    },
    'show ID': { call: 'GET /operator/webhooks/{id}' },
    'test ID': { call: 'POST /operator/webhooks/{id}/test' },
    'pause ID': { call: 'POST /operator/webhooks/{id}/pause' },
    'resume ID [--skip]': {
      call: 'POST /operator/webhooks/{id}/resume',
      body: ({ skip }) => ({ backlog: skip ? 'skip' : 'deliver' }),
    },
    'rotate ID': { call: 'POST /operator/webhooks/{id}/rotate-secret' },
    'deliveries ID [--status STATUS]': {
      call: 'GET /operator/webhooks/{id}/deliveries',
      rows: 'deliveries',
      columns: deliveryColumns,
    },
    'send ID DELIVERY': {
      call: 'POST /operator/webhooks/{id}/deliveries/{delivery}/send',
      columns: deliveryColumns,
    },
    'replay ID --delivery ID | --since TIME [--until TIME] [--status failed]': {
      call: 'POST /operator/webhooks/{id}/replay',
      body: replayBody,
      rows: 'deliveries',
      columns: deliveryColumns,
    },
    'replay --status failed --since TIME [--until TIME] [--account ID] [--dry-run]': {
      call: 'POST /operator/deliveries/replay',
      body: ({ since, until, account, 'dry-run': dry_run }) => ({ since, until, account, dry_run }),
      rows: 'webhooks',
      columns: 'webhook_id account_id account_name deliveries error',
    },
    'delete ID': { call: 'DELETE /operator/webhooks/{id}' },
  },
};

export const customerCommands: CommandGroup = {
  title: 'Customers',
  commands: { accounts, keys, requests, 'source-requests': sourceRequests, searches, exports, webhooks },
};
