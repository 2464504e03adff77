// hookline admin sample: removes the invented hooks of the starter set.
import type { SampleRemoval } from '../catalog/seed/starter-set.ts';
import type { Command } from './command.ts';
import { UsageError } from './options.ts';
import { print } from './print.ts';

export const sample: Command = async (client, [action], options) => {
  if (action !== 'remove') throw new UsageError(`Unknown subcommand "sample ${action ?? ''}". Use remove.`);
  const removal = await client.call<SampleRemoval>('DELETE', '/operator/sample');
  print(removal, options.json, () => `Removed ${removal.removed.toLocaleString('en-US')} sample hooks.`);
};
