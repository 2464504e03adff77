// hookline accounts: list, create, show, update, and what they called.
import type { Account, AccountPage } from '../accounts/account.ts';
import type { UsageHistory } from '../quota/usage-history.ts';
import type { Client } from './client.ts';
import { type Command, type Options, UsageError } from './command.ts';
import { print, table } from './print.ts';

type Listed = Omit<UsageHistory, 'records'> & { usage: UsageHistory['records'] };

const columns = ['id', 'name', 'email', 'plan', 'limits', 'suspended'];

export const accounts: Command = async (client, [action = 'list', id], options) => {
  const asJson = options.json === true;
  const show = (account: Account) => print(account, asJson, () => table([account], columns));
  if (action === 'list') {
    const page = await client.call<AccountPage>(
      'GET',
      `/operator/accounts?limit=200${options.after ? `&after=${options.after}` : ''}`,
    );
    print(page, asJson, () => table(page.accounts, columns));
  } else if (action === 'create') {
    const { name, email, plan } = options;
    show(await client.call('POST', '/operator/accounts', { name, email, plan }));
  } else if (action === 'usage') await showUsage(client, id, options);
  else if (!id) throw new UsageError(`accounts ${action} needs the id of an account.`);
  else if (action === 'show') show(await client.call('GET', `/operator/accounts/${id}`));
  else if (action === 'update') {
    const suspended = options.suspend ? true : options.resume ? false : undefined;
    const limits = { per_day: toLimit(options['per-day']), per_month: toLimit(options['per-month']) };
    show(await client.call('PATCH', `/operator/accounts/${id}`, { plan: options.plan, suspended, limits }));
  } else throw new UsageError(`accounts knows list, create, show, update and usage, not ${action}.`);
};

/** Of one account, or without an id of all. */
async function showUsage(client: Client, id: string | undefined, options: Options): Promise<void> {
  const query = new URLSearchParams();
  for (const name of ['since', 'until', 'by']) if (options[name]) query.set(name, String(options[name]));
  const path = id === undefined ? '/operator/usage/history' : `/operator/accounts/${id}/usage/history`;
  if (options.csv) {
    query.set('format', 'csv');
    for await (const chunk of await client.download(`${path}?${query}`)) process.stdout.write(chunk);
    return;
  }
  const { usage, ...asked } = await client.call<Listed>('GET', `${path}?${query}`);
  print({ ...asked, usage }, options.json === true, () => table(usage, Object.keys(usage[0] ?? {})));
}

function toLimit(text: unknown): number | null | undefined {
  return text === undefined ? undefined : text === 'none' ? null : Number(text);
}
