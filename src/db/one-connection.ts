// Kysely on one connection, for work that also needs the connection itself, such as temporary tables and COPY.
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { ClientBase } from 'pg';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** The caller keeps the connection, and releases it. */
export function databaseOn(client: ClientBase): Database {
  const held: PostgresPoolClient = {
    query: client.query.bind(client),
    release: () => {},
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => held, end: async () => {} } }),
  });
}
