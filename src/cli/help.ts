// Help of the command line: the list of commands, and the usage and options of each.
import { variables } from '../config/config.ts';
import { limitVariables } from '../config/limits.ts';
import { type Command, optionRows } from './command.ts';
import { commandGroups, commandNamed } from './commands/commands.ts';
import { UsageError } from './options.ts';

const globalOptions: [string, string][] = [
  ['--url URL', 'Service to call. Default: HOOKLINE_URL, else HOOKLINE_PUBLIC_URL, else http://HOST:PORT.'],
  ['--key KEY', 'Operator key. Default: HOOKLINE_OPERATOR_KEY, else the key in the data directory (HOOKLINE_DATA).'],
  ['--json', 'Print JSON.'],
];

/** Returns the help for a command, `config` or `limits`; without one, the list of commands. */
export function helpOf(command: string | undefined): string {
  if (command === undefined) return overview();
  if (command === 'config') return variablesHelp('Environment variables', variables);
  if (command === 'limits') return variablesHelp('Environment variables of limits', limitVariables);
  const found = commandNamed(command);
  if (!found) throw new UsageError(`Unknown command "${command}".`);
  return commandHelp(command, found);
}

function overview(): string {
  const width = Math.max(...commandGroups.flatMap(({ commands }) => Object.keys(commands)).map(({ length }) => length));
  const rowsOf = (commands: Readonly<Record<string, Command>>) =>
    Object.entries(commands).map(([name, { summary }]): [string, string] => [name.padEnd(width), summary]);
  return [
    'Usage: hookline admin <command> [options]',
    ...commandGroups.map(({ title, commands }) => section(title, rowsOf(commands))),
    section('Options for every command', globalOptions),
    'Run "hookline admin help <command>" for usage and options of a command, "hookline admin help config" for environment\nvariables and "hookline admin help limits" for limits.',
  ].join('\n\n');
}

function commandHelp(name: string, command: Command): string {
  const usages = Object.keys(command.actions).map((usage) => `  hookline admin ${name} ${usage}`.trimEnd());
  return [
    `${command.summary}.`,
    ['Usage', ...usages].join('\n'),
    ...(command.options ? [section('Options', optionRows(command))] : []),
    ...(command.notes ? [command.notes] : []),
  ].join('\n\n');
}

type Variable = { name: string; default: string | number; meaning: string };

function variablesHelp(title: string, listed: readonly Variable[]): string {
  return section(
    title,
    listed.map(({ name, default: value, meaning }) => [name, `${meaning}. Default: ${value}`]),
  );
}

/** A title and indented rows of two columns. */
function section(title: string, rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [title, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n');
}
