// Operator commands by group, in the order of the help.
import type { Command, CommandGroup } from '../command.ts';
import { customerCommands } from './customers.ts';
import { edits, hooks, labels, platforms, reports, sample, takedowns, taxonomy, values } from './hooks.ts';
import { importCommand, imports, secrets, sources } from './imports.ts';
import { serviceCommands } from './service.ts';

export const commandGroups: readonly CommandGroup[] = [
  serviceCommands,
  {
    title: 'Hooks',
    commands: {
      import: importCommand,
      ...{ imports, sources, secrets, hooks, edits, labels, takedowns, reports, values, taxonomy, platforms, sample },
    },
  },
  customerCommands,
];

const byName = new Map(commandGroups.flatMap(({ commands }) => Object.entries(commands)));

export const commandNamed = (name: string): Command | undefined => byName.get(name);
