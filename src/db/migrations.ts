// Migrations of the schema. Append only, never edit a released one. They run while processes of the previous version still serve.
import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { identity } from './migrations/identity.ts';
import type { Tables } from './tables.ts';

/** Those of a file: each is the statements after its name. */
function scriptsOf(file: string): Record<string, Migration> {
  const text = readFileSync(new URL(`./migrations/${file}`, import.meta.url), 'utf8');
  const named = text.matchAll(/^-- (\d{4}_\w+)\n([^]*?)(?=^-- \d{4}_|(?![^]))/gm);
  return Object.fromEntries(
    Array.from(named, ([, name = '', script = '']) => [name, { up: (db) => runScript(db, script) }]),
  );
}

async function runScript(db: Kysely<unknown>, script: string): Promise<void> {
  for (const statement of script.split(/;\s*\n/)) if (statement.trim()) await sql.raw(statement).execute(db);
}

/** The first twelve are of the first edition, the others of this one, which is not released yet. */
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
 * migrations only add what the previous version can ignore, unless their name says otherwise.
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
