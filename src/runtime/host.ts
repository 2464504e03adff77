// Prepares a machine before any process starts: data directory, operator key, database server, schema, and the data of the first start.
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureOwner } from '../auth/operators.ts';
import { allowOperatorSignIn } from '../auth/store.ts';
import type { Config } from '../config/config.ts';
import { obtainOperatorKey } from '../config/operator-key.ts';
import { openDatabase } from '../db/database.ts';
import { lockDataDirectory } from '../db/embedded/postmaster.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded/server.ts';
import { assertReachable } from '../db/health.ts';
import { migrateDatabase } from '../db/migrations.ts';
import { type DatabaseWatch, watchDatabase } from '../db/watch.ts';
import { endOrphanedImports } from '../ingest/imports/store.ts';
import type { Observe } from '../telemetry/events.ts';
import { prepareFirstStart } from './sample.ts';
import { assertCanListen, prepareDataDirectory } from './start.ts';

/** Context that every process needs. It is plain data, since it is sent to other processes. */
export type HostContext = {
  databaseUrl: string;
  operatorKey: string;
  /** An embedded database is used by no other machine. */
  isEmbedded: boolean;
};

type Host = {
  context: HostContext;
  /** Set only on the first start, if a demo account was created. */
  demoKey: string | undefined;
  isFirstStart: boolean;
  close: () => Promise<void>;
};

/** A server that has begun to start is stopped first, which takes PostgreSQL up to 30 s. */
const embeddedGraceMs = 35_000;

type HostDeps = { observe: Observe; step: StartStep; stopping: AbortSignal };

/** If a step fails, the steps before it are undone. */
export async function prepareHost(config: Config, { observe, step, stopping }: HostDeps): Promise<Host> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const stop of closers.splice(0).reverse()) await stop();
  };
  try {
    await assertCanListen(config);
    await prepareDataDirectory(config);
    // A build thread takes 60 ms of CPU to start with compiled modules, compared with 230 ms.
    process.env.NODE_COMPILE_CACHE ??= resolve(config.dataDir, 'cache');
    if (!config.databaseUrl) closers.push(lockDataDirectory(config.dataDir).release);
    if (config.databaseUrl) await step('the database (DATABASE_URL)', assertReachable(config.databaseUrl));
    const operatorKey = obtainOperatorKey(config);
    const embedded = config.databaseUrl
      ? undefined
      : await step(
          `the embedded database, whose log is ${config.dataDir}/postgres/server.log`,
          startEmbedded(config.dataDir, config.processes, { stopping }),
          embeddedGraceMs,
        );
    if (embedded) closers.push(embedded.stop);
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    await step('the migrations, which another process may be running', migrateDatabase(databaseUrl));
    const first = await step(
      'the data of the first start, which another process may be creating',
      prepareData(config, databaseUrl, observe),
      stepGraceMs,
    );
    if (embedded) closers.push((await monitorEmbedded(embedded, observe)).close);
    const context = { databaseUrl, operatorKey, isEmbedded: embedded !== undefined };
    return { context, ...first, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepareData(
  config: Config,
  databaseUrl: string,
  observe: Observe,
): Promise<Pick<Host, 'demoKey' | 'isFirstStart'>> {
  const database = openDatabase(databaseUrl, observe);
  try {
    // Cleans up after a killed service, since nobody else uses an embedded database. On an external one, other machines may be importing.
    if (!config.databaseUrl) await endOrphanedImports(database.db, 0);
    const demoKey = config.sample ? await prepareFirstStart(database, observe) : undefined;
    const isFirstStart = await allowOperatorSignIn(database.db);
    if (config.operatorEmail) await ensureOwner(database.db, config.operatorEmail, observe);
    return { demoKey, isFirstStart };
  } finally {
    await database.close();
  }
}

/** Restarts the embedded server if it dies. The outage itself is logged by the processes. */
function monitorEmbedded({ url, restart }: EmbeddedServer, observe: Observe): Promise<DatabaseWatch> {
  let lastMessage = '';
  const observeFailures: Observe = (observation) => {
    if (observation.kind === 'database_back') lastMessage = '';
    if (observation.kind !== 'database_error') return;
    // A server that cannot start, such as on a full disk, is retried every second and fails for the same reason.
    const message = String(observation.error);
    if (message !== lastMessage) observe(observation);
    lastMessage = message;
  };
  return watchDatabase({ url, handlers: {}, canListen: false, observe: observeFailures, restart });
}

// Start steps that may block forever: each is logged after 5 s, and cancelled when the service is stopped.

const noticeMs = 5000;

/** Grace period for steps that should be completed: a demo key is shown once, and active jobs are returned. */
export const stepGraceMs = 5000;

type StartStep = <T>(subject: string, work: Promise<T>, graceMs?: number) => Promise<T>;

/** Cancels a step `graceMs` after the signal (default 0). */
export function createStartSteps(observe: Observe, stopping: AbortSignal): StartStep {
  return async (subject, work, graceMs = 0) => {
    const notice = setTimeout(() => observe({ kind: 'still_waiting', for: subject }), noticeMs);
    const stopped = Promise.withResolvers<never>();
    const giveUp = async () => {
      if (graceMs > 0) await pause(graceMs, undefined, { ref: false });
      stopped.reject(new Error('The start was stopped.'));
    };
    if (stopping.aborted) void giveUp();
    else stopping.addEventListener('abort', giveUp);
    try {
      return await Promise.race([work, stopped.promise]);
    } finally {
      clearTimeout(notice);
      stopping.removeEventListener('abort', giveUp);
    }
  };
}
