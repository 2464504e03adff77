// Command: its help, and what each of its actions calls and prints.
import type { Client } from './client.ts';
import type { Options } from './options.ts';

export type Action = {
  /** Arguments replace the `{…}` of the path in order; the options in the usage are sent as query or body. */
  call: string;
  body?: (options: Options, args: readonly string[]) => unknown;
  /** Member of the response that contains the rows of the table. */
  rows?: string;
  /** Without `columns`, each field of the response is a line. */
  columns?: string;
  /** Replaces the table. */
  text?: (answer: never, args: readonly string[]) => string;
};

/** An action that needs more than one call. */
export type Run = (client: Client, args: string[], options: Options) => Promise<void>;

export type Command = {
  summary: string;
  /** Lines of an option and its meaning, separated by two spaces. */
  options?: string;
  notes?: string;
  /** The first word of a usage is the name of the action; brackets mark optional parts. */
  actions: Readonly<Record<string, Action | Run>>;
};

export type CommandGroup = { title: string; commands: Readonly<Record<string, Command>> };

/** Returns an empty name if the command has only one action. */
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
