// The door to PostgreSQL: one pool, one Kysely over it, migrated; and NOTIFY for what other processes must hear.
import { type Kysely as Db, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Observe } from '../observe.ts';
import { migrationsFor } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Database = Db<Tables>;
export type Trx = Transaction<Tables>;

export type OpenDatabase = { db: Database; pool: pg.Pool; close: () => Promise<void> };

/** int8 arrives as text by default. Every bigint column here stays below 2^53, so a number holds it exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A date without a time is a calendar day, not a moment in this machine's time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Connects, migrates and hands out the database, by at most `connections` at a time. Rejects where the server cannot be reached within 10 s. */
export async function openDatabase(url: string, observe: Observe, connections = 10): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: 'hookline',
  });
  // Without a listener a lost idle connection ends the process.
  pool.on('error', (error) => observe({ kind: 'database_error', error }));
  pool.on('connect', (client) => {
    client.on('error', (error) => observe({ kind: 'database_error', error }));
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db);
  return { db, pool, close: () => db.destroy() };
}

async function migrate(db: Database): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrationsFor(db) }).migrateToLatest();
  if (error) throw error;
}

/** Channels that processes listen on: the catalog has a new version; accounts or keys have changed; an export was ended by hand (its id);
 * deliveries are due; sources were changed or run. */
export type Channel =
  | 'hookline_deliveries'
  | 'hookline_catalog'
  | 'hookline_accounts'
  | 'hookline_export_ended'
  | 'hookline_sources';

/** Delivered when `trx` commits, to every listening process. */
export async function notify(trx: Database | Trx, channel: Channel, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}
