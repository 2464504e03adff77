// What is compared: a server that answers lists of hooks, how it is asked, and where the hooks stand in its answer.

import { fileURLToPath } from 'node:url';
import { listening } from '../cluster.ts';
import type { Hookline } from '../hookline.ts';
import { serviceCore } from '../machine.ts';
import { type Running, start } from '../processes.ts';
import type { PeerDatabase } from './database.ts';

/** The fields that every contender has to answer, as the service names them. */
export const fields = ['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche'] as const;
export type Hook = Record<(typeof fields)[number], string | number>;

/** What is the same for all of them in one comparison. */
export type Field = {
  hookline: Hookline;
  /** Process id of the service's own database. */
  hooklineDatabase: number;
  database: PeerDatabase;
  /** Name of the database that has the hooks, and a file of them as JSON Lines. */
  databaseName: string;
  file: string;
  niches: readonly string[];
  /** Bodies of the service for the niches. */
  bodies: readonly Buffer[];
  processes: number;
  scratch: string;
};

export type Contender = {
  name: string;
  process: Running;
  /** Process id of the database behind it. */
  databasePid?: number;
  url: string;
  key: string;
  /** One for each niche. */
  paths: readonly string[];
  /** Where these are, a path is sent a POST with the body at its place. */
  bodies?: readonly string[];
  /** undefined: it answers no hooks. */
  hooksIn?: (answer: unknown) => Hook[];
};

export const key = 'peer-key-with-twenty-four-characters';

/** Where a server is kept: one process on a core of its own, several wherever they find one. */
export function coreOf({ processes }: Field): number | undefined {
  return processes === 1 ? serviceCore : undefined;
}

/** Starts one of `servers/` with the environment that all of them read. */
export async function startServer(
  field: Field,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ process: Running; url: string; key: string }> {
  const script = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const process = await start(coreOf(field), [globalThis.process.execPath, script], listening, {
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    PEER_PROCESSES: String(field.processes),
    PEER_DATABASE: field.database.url(field.databaseName),
    PEER_KEY: key,
    PEER_FILE: field.file,
    ...env,
  });
  return { process, url: listening.exec(process.greeting)?.[1] ?? '', key };
}
