// A contender of the comparison: a server that returns lists of hooks, its requests, and how to read the hooks from a response.

import { fileURLToPath } from 'node:url';
import { listening } from '../cluster.ts';
import type { Hookline } from '../hookline.ts';
import { serviceCore } from '../machine.ts';
import { type Running, start } from '../processes.ts';
import type { PeerDatabase } from './database.ts';

/** The fields that every contender returns, by their names in the API. */
export const fields = ['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche'] as const;
export type Hook = Record<(typeof fields)[number], string | number>;

/** What all contenders of one comparison share. */
export type Setup = {
  hookline: Hookline;
  /** Process id of Hookline's database. */
  hooklineDatabase: number;
  database: PeerDatabase;
  /** Name of the database with the hooks. */
  databaseName: string;
  /** Path of the hooks as JSON Lines. */
  file: string;
  niches: readonly string[];
  /** Hookline's response body for each niche. */
  bodies: readonly Buffer[];
  processes: number;
  scratch: string;
};

export type Contender = {
  name: string;
  process: Running;
  /** Process id of its database. */
  databasePid?: number;
  url: string;
  key: string;
  /** One for each niche. */
  paths: readonly string[];
  /** If present, each path is sent as a POST with the body at the same index. */
  bodies?: readonly string[];
  /** Undefined if its responses contain no hooks. */
  hooksIn?: (response: unknown) => Hook[];
};

export const key = 'peer-key-with-twenty-four-characters';

/** One process is pinned to a core, several are not pinned. */
export function coreOf({ processes }: Setup): number | undefined {
  return processes === 1 ? serviceCore : undefined;
}

/** Starts one of `servers/` with the environment variables that they share. */
export async function startServer(
  setup: Setup,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ process: Running; url: string; key: string }> {
  const script = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const process = await start(coreOf(setup), [globalThis.process.execPath, script], listening, {
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    PEER_PROCESSES: String(setup.processes),
    PEER_DATABASE: setup.database.url(setup.databaseName),
    PEER_KEY: key,
    PEER_FILE: setup.file,
    ...env,
  });
  return { process, url: listening.exec(process.greeting)?.[1] ?? '', key };
}
