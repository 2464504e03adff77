// The door to PostgreSQL: one pool, one Kysely over it, migrated; and NOTIFY for what other processes must hear.
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { DatabaseBackend } from '../config/config.ts';
import type { Observe } from '../telemetry/events.ts';
import { migrationsFor } from './migrations.ts';
import { DatabaseUnavailableError, isConnectionError } from './outage.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
/** What runs inside or outside a transaction. */
export type Db = Database | Trx;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** While it is away every question to `db` fails at once, beginning with those under way. Told by who watches (watch.ts). */
  tell: (isUp: boolean) => void;
  /** Connections may be dead without having said so: those that nobody uses are ended, the others if they stay silent for some seconds. */
  doubt: () => void;
  close: () => Promise<void>;
};

export type DatabaseOptions = {
  /** At most so many at once. */
  connections?: number;
  /**
   * For requests, which must not hang: nobody waits longer for a connection than `connectMs`, and one that says nothing for
   * `silentMs` is cut off. Left out, a connection is waited for for 10 s, and an answer for as long as it takes.
   */
  limits?: { connectMs: number; silentMs: number };
};

/** int8 arrives as text by default. Every bigint column here stays below 2^53, so a number holds it exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A date without a time is a calendar day, not a moment in this machine's time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const connectMs = 10_000;
const doubtMs = 3000;
/** A peer that is gone without a word is noticed while an answer of it is waited for. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Connects, migrates and hands out the database. Rejects where the server cannot be reached within 10 s. */
export async function openDatabase(
  url: string,
  observe: Observe,
  { connections = 10, limits }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  await migrate(url).catch((error) => (isConnectionError(error) ? unreachable(error) : Promise.reject(error)));
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: limits?.connectMs ?? connectMs,
    application_name: 'hookline',
    ...keepAlive,
  });
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  let isAway = false;
  // Without a listener a lost idle connection ends the process.
  pool.on('error', (error) => observe({ kind: 'database_error', error }));
  pool.on('connect', (client) => {
    client.on('error', (error) => observe({ kind: 'database_error', error }));
    const socket = socketOf(client);
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      busy.delete(socket);
    });
    // The driver's own time-out would leave the connection in the pool, behind the question that it waits for.
    if (limits) socket.setTimeout(limits.silentMs, () => socket.destroy(cutOff('The database does not answer.')));
  });
  pool.on('acquire', (client) => busy.add(socketOf(client)));
  pool.on('release', (_error, client) => busy.delete(socketOf(client)));
  const guarded: PostgresPool = {
    options: pool.options,
    Client: pg.Client,
    end: () => pool.end(),
    connect: async () => {
      if (isAway) throw new DatabaseUnavailableError('The database is away.', { wasSent: false });
      return pool.connect().catch(unreachable);
    },
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) });
  return {
    db,
    pool,
    tell: (isUp) => {
      isAway = !isUp;
      if (isAway) for (const socket of sockets) socket.destroy(cutOff('The database is away.'));
    },
    doubt: () => {
      const dead = cutOff('The connection may be dead.');
      for (const socket of sockets) {
        const { bytesRead } = socket;
        if (!busy.has(socket)) socket.destroy(dead);
        else setTimeout(() => bytesRead === socket.bytesRead && socket.destroy(dead), doubtMs).unref();
      }
    },
    close: () => db.destroy(),
  };
}

function unreachable(cause: Error): never {
  throw new DatabaseUnavailableError(`The database cannot be reached: ${cause.message}`, { wasSent: false, cause });
}

function cutOff(reason: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(reason, { wasSent: true });
}

function socketOf(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Over connections of its own, since a migration takes as long as it takes: one migrates, one looks what has been. */
async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: connectMs, ...keepAlive });
  // What it lost the question under way tells as well.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error } = await new Migrator({ db, provider: migrationsFor(db) }).migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

/** Where announcements are heard. YugabyteDB has them only where its operator switched them on, so nothing relies on them there. */
export function canListenOn(backend: DatabaseBackend): boolean {
  return backend !== 'yugabytedb';
}

/** Channels that processes listen on: the catalog has a new version; accounts or keys have changed; an export was ended by hand (its id);
 * deliveries are due; sources were changed or run. */
export type Channel =
  | 'hookline_deliveries'
  | 'hookline_catalog'
  | 'hookline_accounts'
  | 'hookline_export_ended'
  | 'hookline_sources';

/** Those that are counted in `signals` as well, for who could not hear. The catalog counts its versions; deliveries lie in a table. */
const counted: readonly Channel[] = ['hookline_accounts', 'hookline_export_ended', 'hookline_sources'];

/**
 * Delivered when `trx` commits, to every listening process; without a payload the count is one. The row that counts is held until
 * then, and others who announce the same wait for it: so it stands at the end of short transactions.
 */
export async function notify(trx: Database | Trx, channel: Channel, payload?: string): Promise<void> {
  const n = counted.includes(channel) ? await countSignal(trx, channel) : '';
  await sql`select pg_notify(${channel}, ${payload ?? String(n)})`.execute(trx);
}

async function countSignal(trx: Database | Trx, channel: Channel): Promise<number> {
  const { rows } = await sql<{ n: number }>`insert into signals (channel, n) values (${channel}, 1)
    on conflict (channel) do update set n = signals.n + 1 returning n`.execute(trx);
  return rows[0].n;
}
