// Command: its help, and what each of its actions calls and prints.
import type { Client } from './client.ts';
import type { Options } from './options.ts';

export type Action = {
  /** Arguments replace `{…}` of the path in turn; the options that the usage names are the query or the body. */
  call: string;
  body?: (options: Options, args: readonly string[]) => unknown;
  /** This member of the answer has the rows of the table. */
  rows?: string;
  /** Without columns each field of the answer is a line. */
  columns?: string;
  /** It replaces the table. */
  text?: (answer: never, args: readonly string[]) => string;
};

/** An action that is more than one call has a function. */
export type Run = (client: Client, args: string[], options: Options) => Promise<void>;

export type Command = {
  summary: string;
  /** Each line has an option and what it means, with two spaces between. */
  options?: string;
  notes?: string;
  /** The first word of a usage is the name of the action; what is in brackets is optional. */
  actions: Readonly<Record<string, Action | Run>>;
};

export type CommandGroup = { title: string; commands: Readonly<Record<string, Command>> };

/** The name is empty if the command has only one action. */
export function actionName(usage: string): string {
  return /^\[?((?!options)[a-z][a-z|-]*)/.exec(usage)?.[1] ?? '';
}

export function optionRows({ options = '' }: Command): [string, string][] {
  return options
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf('  ')), line.slice(line.indexOf('  ')).trim()]);
}
