// hookline accounts: list, create, show, update.
import type { Account, AccountPage } from '../accounts/account.ts';
import { type Command, UsageError } from './command.ts';
import { print, table } from './print.ts';

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
  } else if (!id) throw new UsageError(`accounts ${action} needs the id of an account.`);
  else if (action === 'show') show(await client.call('GET', `/operator/accounts/${id}`));
  else if (action === 'update') {
    const suspended = options.suspend ? true : options.resume ? false : undefined;
    const limits = { per_day: toLimit(options['per-day']), per_month: toLimit(options['per-month']) };
    show(await client.call('PATCH', `/operator/accounts/${id}`, { plan: options.plan, suspended, limits }));
  } else throw new UsageError(`accounts knows list, create, show and update, not ${action}.`);
};

function toLimit(text: unknown): number | null | undefined {
  return text === undefined ? undefined : text === 'none' ? null : Number(text);
}
