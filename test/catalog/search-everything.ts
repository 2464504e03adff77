// Searches all stored data of a service for a text: every column of every table, including the queues, and every file.
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** Names of the tables that contain a text, in any column. */
export async function tablesWith(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Names of the files below a directory that contain a text. */
export function filesWith(directory: string, text: string): string[] {
  const files = globSync('**/*', { cwd: directory }).filter((name) => statSync(join(directory, name)).isFile());
  return files.filter((name) => readFileSync(join(directory, name)).includes(text));
}
