// Help: the list of commands, and usage, options and examples of each.
import { type Command, globalOptions, type OptionTable } from './command.ts';
import { commandGroups } from './commands.ts';

export function overview(isService = false): string {
  const width = Math.max(...commandGroups.flatMap(([, group]) => Object.keys(group)).map(({ length }) => length));
  const rows = (group: Readonly<Record<string, Command>>): Row[] =>
    Object.entries(group).map(([name, { summary }]) => [name.padEnd(width), summary]);
  return [
    'Usage: hookline <command> [options]',
    ...commandGroups.map(([title, group]) => section(title, rows(group))),
    section('Options for every command', optionRows(globalOptions)),
    ...(isService ? ['Operators: "hookline admin help".'] : []),
    'Run "hookline help <command>" for usage, options and an example.',
  ].join('\n\n');
}

export function commandHelp(name: string, { summary, usage, options = {}, notes, examples }: Command): string {
  const indented = (lines: readonly string[]) => lines.map((line) => `  hookline ${line}`).join('\n');
  return [
    `${summary}.`,
    `Usage\n${indented(usage.map((line) => `${name} ${line}`.trim()))}`,
    ...(Object.keys(options).length > 0 ? [section('Options', optionRows(options))] : []),
    ...(notes ? [notes] : []),
    `Example\n${indented(examples)}`,
  ].join('\n\n');
}

type Row = [left: string, right: string];

function optionRows(table: OptionTable): Row[] {
  return Object.entries(table).map(([name, { short, value, help, multiple }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    multiple ? `${help} Repeatable.` : help,
  ]);
}

/** A title and indented rows of two columns. */
function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [title, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n');
}
