// hookline admin secrets: lists, sets and deletes named secrets. Values are read from standard input, never from an argument, which other users of the machine could see.
import type { UsedSecret } from '../../http/operator/sources.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../options.ts';
import { print, table } from '../print.ts';
import { readHidden } from './read-hidden.ts';

const path = '/operator/secrets';
const columns = ['name', 'from', 'updated_at', 'sources', 'note'];

export const secrets: Command = async (client, [action = 'list', name, ...rest], options) => {
  if (action === 'list') {
    const page = await client.call<{ secrets: UsedSecret[] }>('GET', path);
    return print(page, options.json, () => table(page.secrets.map(toRow), columns));
  }
  if (action !== 'set' && action !== 'delete')
    throw new UsageError(`Unknown subcommand "secrets ${action}". Use list, set or delete.`);
  if (!name) throw new UsageError(`Missing name: hookline admin secrets ${action} NAME.`);
  if (rest.length > 0)
    throw new UsageError(
      `Too many arguments. The value is read from standard input: hookline admin secrets ${action} NAME.`,
    );
  const pathOfSecret = `${path}/${encodeURIComponent(name)}`;
  if (action === 'delete') {
    const deleted = await client.call('DELETE', pathOfSecret);
    return print(deleted, options.json, () => `Deleted the secret ${name}.`);
  }
  const value = await readHidden(`Value of ${name}: `);
  if (value === '')
    throw new UsageError('No value. Type it at the prompt, or pipe it: hookline admin secrets set NAME < FILE.');
  const set = await client.call('PUT', pathOfSecret, { value });
  print(set, options.json, () => `Set the secret ${name}.`);
};

function toRow({ is_readable, sources, ...secret }: UsedSecret) {
  const note = is_readable ? '' : 'Encrypted with a former operator key. Set it again.';
  return { ...secret, sources: sources.join(', ') || null, note };
}
