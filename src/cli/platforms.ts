// hookline admin platforms: lists, approves and withdraws platforms outside of the taxonomy.
import type { Platform } from '../catalog/values/values.ts';
import type { Command } from './command.ts';
import { UsageError } from './options.ts';
import { print, table } from './print.ts';

export const platforms: Command = async (client, [action = 'list', name], options) => {
  if (action === 'list') {
    const found = await client.call<{ platforms: Platform[] }>('GET', '/operator/platforms');
    print(found, options.json, () => table(found.platforms, ['name', 'is_approved', 'hooks']));
    return;
  }
  if (action !== 'approve' && action !== 'withdraw')
    throw new UsageError(`Unknown subcommand "platforms ${action}". Use list, approve or withdraw.`);
  if (!name) throw new UsageError(`Missing name: hookline admin platforms ${action} NAME.`);
  if (action === 'approve') {
    const approved = await client.call<Platform>('POST', '/operator/platforms', { name });
    print(approved, options.json, () => `Approved ${approved.name}.`);
  } else {
    const withdrawn = await client.call<Platform>('DELETE', `/operator/platforms/${encodeURIComponent(name)}`);
    print(withdrawn, options.json, () => `Withdrew ${withdrawn.name}. Its hooks have Other.`);
  }
};
