// hookline admin secrets set: reads the value from standard input, never from an argument, which other users of the machine could see.
import type { Run } from '../command.ts';
import { UsageError } from '../options.ts';
import { print } from '../print.ts';
import { readHidden } from './read-hidden.ts';

export const setSecret: Run = async (client, [name, ...rest], options) => {
  if (!name) throw new UsageError('Missing name: hookline admin secrets set NAME.');
  if (rest.length > 0)
    throw new UsageError('Too many arguments. The value is read from standard input: hookline admin secrets set NAME.');
  const value = await readHidden(`Value of ${name}: `);
  if (value === '')
    throw new UsageError('No value. Type it at the prompt, or pipe it: hookline admin secrets set NAME < FILE.');
  const set = await client.call('PUT', `/operator/secrets/${encodeURIComponent(name)}`, { value });
  print(set, options.json, () => `Set the secret ${name}.`);
};
