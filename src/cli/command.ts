// Command: its help, and what each of its actions calls and prints.
import type { Client } from './client.ts';
import type { Options } from './options.ts';

export type Action = {
  /** Method and path. The arguments replace `{…}` in turn; the options that the usage names are the query or the body. */
  call: string;
  body?: (options: Options, args: readonly string[]) => unknown;
  /** Member of the answer that has the rows of the table. */
  rows?: string;
  /** Columns of the table. Without them each field of the answer is a line. */
  columns?: string;
  /** What people read in place of the table. */
  text?: (answer: never, args: readonly string[]) => string;
};

/** An action that is more than one call. */
export type Run = (client: Client, args: string[], options: Options) => Promise<void>;

export type Command = {
  summary: string;
  /** Options and what they mean: a line each, with two spaces between. */
  options?: string;
  notes?: string;
  /** By usage. The first word is the name of the action; what is in brackets is optional. */
  actions: Readonly<Record<string, Action | Run>>;
};

export type CommandGroup = { title: string; commands: Readonly<Record<string, Command>> };

/** Name of the action with this usage; empty if the command has only one. */
export function actionName(usage: string): string {
  return /^\[?((?!options)[a-z][a-z|-]*)/.exec(usage)?.[1] ?? '';
}

/** Rows of two columns in the text of the options. */
export function optionRows({ options = '' }: Command): [string, string][] {
  return options
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf('  ')), line.slice(line.indexOf('  ')).trim()]);
}
