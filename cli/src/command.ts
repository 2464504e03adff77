// Command: its help, its options, and the function that runs it.
import type { Hookline } from '../../sdk/src/index.ts';
import type { Output } from './terminal/output.ts';

/** `value` names its argument in the help; without one it is a flag. */
export type Option = {
  help: string;
  value?: string;
  short?: string;
  /** May be given more than once. */
  multiple?: boolean;
  /** Allowed values, which completion offers too. */
  choices?: readonly string[];
};
export type OptionTable = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { value: string }
  ? O extends { multiple: true }
    ? string[]
    : string
  : boolean;
export type Values<T extends OptionTable> = { [Name in keyof T]?: ValueOf<T[Name]> };

export type Context<T extends OptionTable = OptionTable> = {
  args: readonly string[];
  values: Values<T> & GlobalValues;
  output: Output;
  /** Throws if there is no key. */
  connect: (options?: ConnectOptions) => Hookline;
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal;
};
export type ConnectOptions = { cacheSize?: number; retries?: number };

/** Resolves to the exit code if it is not 0. */
type Run<T extends OptionTable> = (context: Context<T>) => Promise<unknown>;

export type Command<T extends OptionTable = OptionTable> = {
  summary: string;
  usage: readonly string[];
  options?: T;
  notes?: string;
  examples: readonly string[];
  /** First arguments that completion offers. */
  subcommands?: readonly string[];
  /** Options by action; '' is the command without an action. An action that is not listed takes all. Global options always apply. */
  actionOptions?: Readonly<Record<string, readonly string[]>>;
  run: Run<T>;
};

/** Derives the types of the values that `run` gets from the table of options. */
export function defineCommand<const T extends OptionTable = Readonly<Record<never, Option>>>(
  command: Command<T>,
): Command {
  return command as unknown as Command;
}

export const globalOptions = {
  json: { help: 'Print one JSON document. Default: tables on a terminal, else JSON Lines.' },
  fields: { value: 'LIST', help: 'Fields to print, comma-separated, such as id,text or labels.method.' },
  yes: { short: 'y', help: 'Overwrite and delete without confirmation.' },
  profile: { value: 'NAME', help: 'Profile to use. Default: HOOKLINE_PROFILE, else the current one.' },
  url: { value: 'URL', help: "Service to call. Default: HOOKLINE_URL, else the profile's URL." },
  help: { short: 'h', help: 'Show the help of a command.' },
} as const satisfies OptionTable;
export type GlobalValues = Values<typeof globalOptions>;
