// Migrations of the schema. Append only: never edit a released one. They run while processes of the previous version still serve.
import { readFileSync } from 'node:fs';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { connectTimeoutMs, keepAlive, unreachable } from './database.ts';
import { identity } from './migrations/identity.ts';
import { isConnectionError } from './outage.ts';
import type { Tables } from './tables.ts';

/** Reads the migrations of a file: each is a name and the statements after it. */
function scriptsOf(file: string): Record<string, Migration> {
  const text = readFileSync(new URL(`./migrations/${file}`, import.meta.url), 'utf8');
  const named = text.matchAll(/^-- (\d{4}_\w+)\n((?:(?!-- \d{4}_).*\n?)*)/gm);
  return Object.fromEntries(
    Array.from(named, ([, name = '', script = '']) => [name, { up: (db) => runScript(db, script) }]),
  );
}

async function runScript(db: Kysely<unknown>, script: string): Promise<void> {
  for (const statement of script.split(/;\s*\n/)) if (statement.trim()) await sql.raw(statement).execute(db);
}

/** The first twelve migrations are from the first edition, the others from the second, which is not released yet. */
const allMigrations = (): Record<string, Migration> => ({
  ...scriptsOf('first-edition.sql'),
  ...scriptsOf('second-edition.sql'),
  '0014_identity': { up: identity },
});

/** A migration that is incompatible with previous versions has this in its name, after the number. */
const breaking = /^\d+_breaking_/;

class DatabaseTooNewError extends Error {}

/**
 * Migrations of later versions are treated as applied, so an older process can start during a rolling upgrade or after a rollback:
 * migrations only add what the previous version can ignore, unless their name contains `breaking`.
 */
export function migrationsFor(db: Kysely<Tables>): MigrationProvider {
  return {
    getMigrations: async () => {
      const migrations = allMigrations();
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
      const last = Object.keys(migrations).sort().at(-1) ?? '';
      const later = rows.map(({ name }) => name).filter((name) => name > last);
      const tooNew = later.find((name) => breaking.test(name));
      if (tooNew)
        throw new DatabaseTooNewError(
          `A later version of Hookline has migrated the database, and this version cannot work with it (${tooNew}). Start the later version, or restore a backup from before the upgrade.`,
        );
      return { ...migrations, ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])) };
    },
  };
}

// Migrates the database to the schema of this version. Run once per host, before its processes and threads open the database.

/** Throws DatabaseUnavailableError if the server cannot be reached within 10 s. */
export async function migrateDatabase(url: string): Promise<void> {
  await migrate(url).catch((error) => (isConnectionError(error) ? unreachable(error) : Promise.reject(error)));
}

async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: connectTimeoutMs, ...keepAlive });
  // The query on a lost connection fails too, so the event is ignored.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error, results = [] } = await new Migrator({ db, provider: migrationsFor(db) }).migrateToLatest();
    if (error) throw error;
    // A migration may change hooks without a new catalog version, so cached snapshots are deleted.
    if (results.length > 0) await db.deleteFrom('snapshot_files').execute();
  } finally {
    await db.destroy();
  }
}
