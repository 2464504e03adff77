// hookline admin accounts: lists, creates, shows, updates, deletes and restores accounts, and reports their usage.
import type { Account, OperatorAccount } from '../accounts/account.ts';
import type { AccountPage } from '../accounts/queries.ts';
import type { UsageHistory } from '../quota/usage-history.ts';
import type { Client } from './client.ts';
import type { Command } from './command.ts';
import { type Options, queryOf, UsageError } from './options.ts';
import { print, table } from './print.ts';

type UsageReport = Omit<UsageHistory, 'records'> & { usage: UsageHistory['records'] };

const columns = ['id', 'name', 'email', 'plan', 'limits', 'suspended'];

/** Those that take an account. */
const actions = ['show', 'update', 'delete', 'restore', 'erase', 'data'];

export const accounts: Command = async (client, [action = 'list', id], options) => {
  const show = (account: Account) => print(account, options.json, () => table([account], columns));
  if (action === 'list') {
    const query = queryOf(options, ['after']);
    query.set('limit', '200');
    if (options.deleted) query.set('deleted', 'true');
    const page = await client.call<AccountPage>('GET', `/operator/accounts?${query}`);
    print(page, options.json, () => table(page.accounts, columns));
  } else if (action === 'create') {
    const { name, email, plan, message, notify } = options;
    if (!name || !email)
      throw new UsageError('Missing --name or --email: hookline admin accounts create --name NAME --email EMAIL.');
    show(await client.call('POST', '/operator/accounts', { name, email, plan, message, notify }));
  } else if (action === 'usage') await showUsage(client, id, options);
  else if (!actions.includes(action))
    throw new UsageError(`Unknown subcommand "accounts ${action}". Use list, create, ${actions.join(', ')} or usage.`);
  else if (!id) throw new UsageError(`Missing account id: hookline admin accounts ${action} ID.`);
  else if (action === 'show') show(await client.call('GET', `/operator/accounts/${id}`));
  else if (action === 'delete') {
    const { reason } = options;
    const deleted = await client.call<OperatorAccount>('DELETE', `/operator/accounts/${id}`, { reason });
    const restore = `Restore it: hookline admin accounts restore ${id}`;
    print(deleted, options.json, () => `Deleted. It is erased after ${deleted.deletion?.erase_after}. ${restore}`);
  } else if (action === 'restore' || action === 'erase')
    show(await client.call('POST', `/operator/accounts/${id}/${action}`, {}));
  else if (action === 'data')
    console.log(JSON.stringify(await client.call('GET', `/operator/accounts/${id}/data`), null, 2));
  else {
    const { name, email, note, plan, message } = options;
    const suspended = options.suspend ? true : options.resume ? false : undefined;
    const limits = { per_day: toLimit(options['per-day']), per_month: toLimit(options['per-month']) };
    show(
      await client.call('PATCH', `/operator/accounts/${id}`, {
        ...{ name, email, note, plan, message },
        suspended,
        limits,
      }),
    );
  }
};

/** Usage of one account, or of all without an id. */
async function showUsage(client: Client, id: string | undefined, options: Options): Promise<void> {
  const query = queryOf(options, ['since', 'until', 'by']);
  const path = id === undefined ? '/operator/usage/history' : `/operator/accounts/${id}/usage/history`;
  if (options.csv) {
    query.set('format', 'csv');
    for await (const chunk of await client.download(`${path}?${query}`)) process.stdout.write(chunk);
    return;
  }
  const report = await client.call<UsageReport>('GET', `${path}?${query}`);
  print(report, options.json, () => table(report.usage, Object.keys(report.usage[0] ?? {})));
}

function toLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'none' ? null : Number(text);
}
