// hookline admin audit: lists who changed what and when.
import type { AuditPage } from '../audit/queries.ts';
import type { Command } from './command.ts';
import { queryOf, UsageError } from './options.ts';
import { print, table } from './print.ts';

const columns = ['at', 'action', 'subject', 'account_id', 'by', 'address', 'details'];

export const audit: Command = async (client, [argument], options) => {
  if (argument !== undefined) throw new UsageError(`audit takes no arguments. Remove "${argument}".`);
  const query = queryOf(options, ['account', 'action', 'actor', 'subject', 'after']);
  const page = await client.call<AuditPage>('GET', `/operator/audit?${query}`);
  print(page, options.json, () => {
    const rows = page.records.map((record) => ({
      ...record,
      by: record.key_id ?? record.operator_email ?? record.member_email ?? record.actor,
    }));
    return table(rows, columns) + (page.next ? `\nMore: --after ${page.next}` : '');
  });
};
