// hookline exports: what accounts have exported; end one.
import { type Command, UsageError } from './command.ts';
import { print, table } from './print.ts';

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
  const asJson = options.json === true;
  if (action === 'list') {
    const query = new URLSearchParams();
    for (const name of ['account', 'status', 'after']) if (options[name]) query.set(name, String(options[name]));
    const listed = await client.call<{ exports: ExportRecord[] }>('GET', `/operator/exports?${query}`);
    print(listed, asJson, () => table(listed.exports, columns));
  } else if (action !== 'show' && action !== 'cancel') {
    throw new UsageError(`exports knows list, show and cancel, not ${action}.`);
  } else if (!id) throw new UsageError(`exports ${action} needs the id of an export.`);
  else {
    const one = await client.call<ExportRecord>(action === 'show' ? 'GET' : 'DELETE', `/operator/exports/${id}`);
    print(one, asJson, () =>
      table(
        Object.entries(one).map(([field, value]) => ({ field, value })),
        ['field', 'value'],
      ),
    );
  }
};
