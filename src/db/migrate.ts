// Migrates the database to the schema of this version. Run once per host, before its processes and threads open the database.
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { connectTimeoutMs, keepAlive, unreachable } from './database.ts';
import { migrationsFor } from './migrations.ts';
import { isConnectionError } from './outage.ts';
import type { Tables } from './tables.ts';

/** Throws DatabaseUnavailableError if the server cannot be reached within 10 s. */
export async function migrateDatabase(url: string): Promise<void> {
  await migrate(url).catch((error) => (isConnectionError(error) ? unreachable(error) : Promise.reject(error)));
}

async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: connectTimeoutMs, ...keepAlive });
  // A lost connection also fails the query on it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error } = await new Migrator({ db, provider: migrationsFor(db) }).migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}
