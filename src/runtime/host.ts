// What the processes of one machine stand on, laid once before any of them starts: data directory, operator key, database server,
// schema, and what the very first start puts in place.
import { mkdirSync } from 'node:fs';
import { allowOperatorSignIn } from '../auth/store.ts';
import type { Config } from '../config/config.ts';
import { obtainOperatorKey } from '../config/operator-key.ts';
import { openDatabase } from '../db/database.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts';
import { lockDataDirectory } from '../db/lock.ts';
import { type DatabaseWatch, watchDatabase } from '../db/watch.ts';
import type { Observe } from '../telemetry/events.ts';
import { prepareFirstStart } from './seed.ts';

/** What a process has to know of it. Plain data, since it is told to other processes. */
export type HostContext = {
  databaseUrl: string;
  operatorKey: string;
  /** The database is this machine's own: no other machine works on it. */
  isEmbedded: boolean;
};

export type Host = {
  ground: HostContext;
  /** Only from the first start, when the demo account was made. */
  demoKey: string | undefined;
  isFirstStart: boolean;
  close: () => Promise<void>;
};

/** Whatever was started is stopped again where a later step fails. */
export async function prepareHost(config: Config, observe: Observe): Promise<Host> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const stop of closers.splice(0).reverse()) await stop();
  };
  try {
    mkdirSync(config.dataDir, { recursive: true });
    if (!config.databaseUrl) closers.push(lockDataDirectory(config.dataDir).release);
    const operatorKey = obtainOperatorKey(config);
    const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, config.processes);
    if (embedded) closers.push(embedded.stop);
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    const database = await openDatabase(databaseUrl, observe);
    try {
      const demoKey = config.sample ? await prepareFirstStart(database, observe) : undefined;
      const isFirstStart = await allowOperatorSignIn(database.db);
      if (embedded) closers.push((await keepRunning(embedded, observe)).close);
      return { ground: { databaseUrl, operatorKey, isEmbedded: embedded !== undefined }, demoKey, isFirstStart, close };
    } finally {
      await database.close();
    }
  } catch (error) {
    await close();
    throw error;
  }
}

/** A server that has died is started again. That it was away is told by the processes. */
function keepRunning({ url, revive }: EmbeddedServer, observe: Observe): Promise<DatabaseWatch> {
  const tellFailures: Observe = (observation) => {
    if (observation.kind === 'database_error') observe(observation);
  };
  return watchDatabase({ url, handlers: {}, canListen: false, observe: tellFailures, revive });
}
