// PostgreSQL connection pool with Kysely on it. It connects with the first query; migrations.ts brings the schema up to date.
import { Socket } from 'node:net';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql, type Transaction } from 'kysely';
import pg, { type ClientBase } from 'pg';
import type { DatabaseBackend } from '../config/config.ts';
import type { Observe } from '../telemetry/events.ts';
import { findDiskFault, type ReservedDisk } from './disk-space.ts';
import { DatabaseUnavailableError, isDiskFull } from './outage.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
/** A connection pool or a transaction. */
export type Db = Database | Trx;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** During an outage every query fails immediately, including queries in progress. Called by watch.ts. */
  setAvailable: (isAvailable: boolean) => void;
  /** Closes idle connections, and busy ones that receive nothing for 3 s: they may be dead without an error. */
  dropStaleConnections: () => void;
  /** Time at which the server last refused a change because its disk is full. */
  diskFullAt: () => Date | undefined;
  close: () => Promise<void>;
};

type DatabaseOptions = {
  /** Maximum size of the pool. Default 10. */
  connections?: number;
  /**
   * Limits for requests, which must not hang: the timeout to get a connection and the idle timeout of a query. By default getting a
   * connection times out after 10 s, and a query never does.
   */
  limits?: { connectTimeoutMs: number; idleTimeoutMs: number };
  /** Disk of the embedded server, which does not run while it is full. */
  disk?: ReservedDisk;
};

/** pg parses int8 as text. Every bigint column here stays below 2^53, so a number is exact. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A date without a time is a calendar day, not a time in this machine's time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export const connectTimeoutMs = 10_000;
const staleTimeoutMs = 3000;
/** Detects a dead peer while a query waits for its result. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Requires an up-to-date schema (migrations.ts). */
export function openDatabase(
  url: string,
  observe: Observe,
  { connections = 10, limits, disk }: DatabaseOptions = {},
): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: limits?.connectTimeoutMs ?? connectTimeoutMs,
    application_name: 'hookline',
    ...keepAlive,
  });
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  let isAvailable = true;
  let diskFullAt: Date | undefined;
  // Without a listener a lost idle connection would end the process.
  pool.on('error', (error) => observe({ kind: 'database_error', error }));
  pool.on('connect', (client) => {
    client.on('error', (error) => observe({ kind: 'database_error', error }));
    const socket = socketOf(client);
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      busy.delete(socket);
    });
    // The driver's own timeout would return the connection to the pool while its query still runs.
    if (limits) socket.setTimeout(limits.idleTimeoutMs, () => socket.destroy(lost('The database does not respond.')));
  });
  pool.on('acquire', (client) => busy.add(socketOf(client)));
  pool.on('release', (_error, client) => busy.delete(socketOf(client)));
  const guarded: PostgresPool = {
    options: pool.options,
    Client: pg.Client,
    end: () => pool.end(),
    connect: async () => {
      if (!isAvailable) {
        const diskFault = disk && (await findDiskFault(disk));
        throw new DatabaseUnavailableError('The database is unavailable.', { wasSent: false, diskFault });
      }
      return pool.connect().catch(unreachable);
    },
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guarded }),
    log: (event) => {
      if (event.level === 'error' && isDiskFull(event.error)) diskFullAt = new Date();
    },
  });
  return {
    db,
    pool,
    setAvailable: (isAvailableNow) => {
      isAvailable = isAvailableNow;
      if (!isAvailable) for (const socket of sockets) socket.destroy(lost('The database is unavailable.'));
    },
    dropStaleConnections: () => {
      const dead = lost('The connection may be dead.');
      for (const socket of sockets) {
        const { bytesRead } = socket;
        if (!busy.has(socket)) socket.destroy(dead);
        else setTimeout(() => bytesRead === socket.bytesRead && socket.destroy(dead), staleTimeoutMs).unref();
      }
    },
    diskFullAt: () => diskFullAt,
    close: () => db.destroy(),
  };
}

export function unreachable(cause: Error): never {
  throw new DatabaseUnavailableError(`The database is unreachable: ${cause.message}`, { wasSent: false, cause });
}

function lost(reason: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(reason, { wasSent: true });
}

function socketOf(client: pg.PoolClient): Socket {
  if (client instanceof pg.Client && client.connection.stream instanceof Socket) return client.connection.stream;
  throw new Error('The connection of the driver has no socket.');
}

/** Whether LISTEN works. YugabyteDB supports it only if its operator enabled it, so it is not used there. */
export function canListenOn(backend: DatabaseBackend): boolean {
  return backend !== 'yugabytedb';
}

/**
 * Notification channels. The id of what changed is in parentheses; without it, several may have changed.
 * - `hookline_deliveries`: a delivery may be due.
 * - `hookline_catalog`: new catalog version.
 * - `hookline_accounts`: an account or its keys changed (account id).
 * - `hookline_export_ended`: an export was canceled or deleted (export id).
 * - `hookline_sources`: a source changed or ran.
 * - `hookline_labels`: another label model is active.
 * - `hookline_embeddings`: embeddings were added.
 * - `hookline_searches`: saved searches of an account changed (account id).
 * - `hookline_collections`: a collection changed (collection id).
 */
export const channels = [
  'hookline_deliveries',
  'hookline_catalog',
  'hookline_accounts',
  'hookline_export_ended',
  'hookline_sources',
  'hookline_labels',
  'hookline_embeddings',
  'hookline_searches',
  'hookline_collections',
] as const;
export type Channel = (typeof channels)[number];

/**
 * Channels with a counter in `signals`, for processes that missed the notification. The catalog has its version, deliveries have their
 * table.
 */
const countedChannels: readonly Channel[] = [
  'hookline_accounts',
  'hookline_export_ended',
  'hookline_sources',
  'hookline_labels',
  'hookline_embeddings',
  'hookline_searches',
];

/**
 * Notifies every listening process when `trx` commits. With the id of what changed, a process reloads only that. The counter's row is
 * locked until the commit, so call this last in short transactions.
 */
export async function notify(trx: Database | Trx, channel: Channel, subject = ''): Promise<void> {
  const n = countedChannels.includes(channel) ? await countSignal(trx, channel) : '';
  await sql`select pg_notify(${channel}, ${`${n} ${subject}`.trim()})`.execute(trx);
}

async function countSignal(trx: Database | Trx, channel: Channel): Promise<number> {
  const { n } = await trx
    .insertInto('signals')
    .values({ channel, n: 1 })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet({ n: sql`signals.n + 1` }))
    .returning('n')
    .executeTakeFirstOrThrow();
  return n;
}

// Kysely on one connection, for work that also needs the connection itself, such as temporary tables and COPY.

/** The caller owns the connection and releases it. */
export function databaseOn(client: ClientBase): Database {
  const held: PostgresPoolClient = {
    query: client.query.bind(client),
    release: () => {},
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => held, end: async () => {} } }),
  });
}

// Runs work once per database, in one process, however many start at the same time.

/**
 * Resolves to the result of `work`, or to undefined if it was done before. Other processes wait for the row until the first one commits; if
 * that process dies, its row is rolled back and the next one does the work. `work` uses other connections.
 */
export function once<T>(db: Database, name: string, work: () => Promise<T>): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    const claimed = await trx
      .insertInto('done_once')
      .values({ name, at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return claimed && (await work());
  });
}

// Keyset pagination: selects one row more than the limit, to find out whether another page follows.

type Page<Row> = {
  rows: Row[];
  /** Key of the last row, to continue after; null on the last page. */
  next: string | null;
};

/** `select` gets the number of rows to select; `keyOf` returns the key that the next page continues after. */
export async function takePage<Row>(
  limit: number,
  select: (limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): Promise<Page<Row>> {
  const found = await select(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : keyOf(last) };
}

/** Counts the rows of all pages in parallel. */
export async function takeCountedPage<Row>(
  ...[limit, select, keyOf, count]: [...Parameters<typeof takePage<Row>>, count: Promise<number>]
): Promise<Page<Row> & { total: number }> {
  const [page, total] = await Promise.all([takePage(limit, select, keyOf), count]);
  return { ...page, total };
}
