// Command: a function that gets a client, its arguments and its options, and prints the result.
import type { Client } from './client.ts';
import type { Options } from './options.ts';

export type Command = (client: Client, args: string[], options: Options) => Promise<void>;

/** A subcommand that is one request: the path after the resource's own, and the body. */
export type Action = { method: string; path: string; body?: (options: Options) => unknown };
