// hookline audit: who changed what and when.
import type { AuditPage } from '../audit/queries.ts';
import { type Command, UsageError } from './command.ts';
import { print, table } from './print.ts';

const columns = ['at', 'action', 'subject', 'account_id', 'by', 'address', 'details'];
const filters = ['account', 'action', 'actor', 'subject', 'after'];

export const audit: Command = async (client, [word], options) => {
  if (word !== undefined) throw new UsageError(`audit takes options only, not ${word}.`);
  const query = new URLSearchParams();
  for (const name of filters) if (options[name]) query.set(name, String(options[name]));
  const page = await client.call<AuditPage>('GET', `/operator/audit?${query}`);
  print(page, options.json === true, () => {
    const rows = page.records.map((one) => ({ ...one, by: one.key_id ?? one.actor }));
    return table(rows, columns) + (page.next ? `\nMore: --after ${page.next}` : '');
  });
};
