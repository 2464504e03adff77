// hookline admin labels: guesses of labels.
import type { Command } from '../command.ts';
import { UsageError } from '../options.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { train } from './train.ts';

const subcommands: ReadonlyMap<string, Command> = new Map([
  ['run', run],
  ['report', report],
  ['train', train],
]);

export const labels: Command = async (client, [name = '', ...rest], options) => {
  const subcommand = subcommands.get(name);
  const names = [...subcommands.keys()].join(', ');
  if (!subcommand) throw new UsageError(`Unknown subcommand "labels ${name}". Use ${names}.`);
  await subcommand(client, rest, options);
};
