// hookline admin exports: lists, shows and cancels the exports of accounts.
import type { Command } from './command.ts';
import { queryOf, UsageError } from './options.ts';
import { fieldTable, print, table } from './print.ts';

const columns = [
  'export_id',
  'account_id',
  'status',
  'format',
  'estimated_records',
  'records',
  'size_bytes',
  'created_at',
  'completed_at',
  'error',
];

type ExportRecord = Record<string, unknown>;

export const exports: Command = async (client, [action = 'list', id], options) => {
  if (action === 'list') {
    const query = queryOf(options, ['account', 'status', 'after']);
    const page = await client.call<{ exports: ExportRecord[] }>('GET', `/operator/exports?${query}`);
    print(page, options.json, () => table(page.exports, columns));
  } else if (action !== 'show' && action !== 'cancel')
    throw new UsageError(`Unknown subcommand "exports ${action}". Use list, show or cancel.`);
  else if (!id) throw new UsageError(`Missing export id: hookline admin exports ${action} ID.`);
  else {
    const method = action === 'show' ? 'GET' : 'DELETE';
    const record = await client.call<ExportRecord>(method, `/operator/exports/${id}`);
    print(record, options.json, () => fieldTable(record));
  }
};
