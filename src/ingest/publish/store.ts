// SQL of imports: their log, their rejects, and the staging table that store-merge.ts merges.
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { toIso } from '../../catalog/record.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import { type HookValues, hookColumn, type StagedColumn, stagedColumns } from '../../db/hook-columns.ts';
import type { Rejection } from '../formats/record.ts';
import type { ImportReport } from './import-record.ts';

export async function insertImport(trx: Trx, row: { id: string; filename: string; source: string }): Promise<void> {
  await trx
    .insertInto('imports')
    .values({ ...row, state: 'running', started_at: new Date() })
    .execute();
}

/** Values for an undo: the time of the import's changes, and whether it retired missing hooks. */
type Published = { published_at: Date; is_snapshot: boolean };

/** Returns false if the import is already settled. A published import cannot fail afterwards. */
export async function finishImport(
  db: Db,
  id: string,
  outcome: ImportReport | Error,
  published?: Published,
): Promise<boolean> {
  const isFailure = outcome instanceof Error;
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({
      state: isFailure ? 'failed' : 'done',
      report: isFailure ? null : JSON.stringify(outcome),
      error: isFailure ? outcome.message : null,
      finished_at: new Date(),
      ...published,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertRejects(
  db: Database,
  importId: string,
  firstNumber: number,
  rejections: Rejection[],
): Promise<void> {
  const rows = rejections.map(({ file, line, field, reason, value }, at) => ({
    import_id: importId,
    n: firstNumber + at,
    // PostgreSQL text cannot contain NUL, which binary files may have.
    file: file.replaceAll('\0', ''),
    line,
    field: field?.replaceAll('\0', '') ?? null,
    reason: reason.replaceAll('\0', ''),
    // JSON escapes NUL.
    record: JSON.stringify(value ?? null),
  }));
  if (rows.length > 0) await db.insertInto('import_rejects').values(rows).execute();
}

/** A row of the staging table. Without `is_ready` the hook waits for review instead of being published. */
export type StagedHook = Pick<HookValues<Date>, StagedColumn> & { is_ready: boolean };

const copiedColumns = [...stagedColumns, 'is_ready'] as const;

/** A temporary table is not logged and ends with the connection, as do `located` and `decided`, which the merge creates from it. */
export async function createStaging(connection: Database): Promise<void> {
  const columns = stagedColumns.map((name) => sql`${sql.ref(name)} ${sql.raw(hookColumn(name).type)}`);
  await dropStaging(connection);
  await sql`create temporary table incoming (
    seq bigint generated always as identity, ${sql.join(columns)}, is_ready boolean)`.execute(connection);
}

export async function dropStaging(connection: Database): Promise<void> {
  await sql`drop table if exists incoming, located, decided`.execute(connection);
}

/**
 * Uses one short COPY per batch, so that no transaction is open while the file or the network is slow. Resolves when the batch is sent;
 * `stored` resolves when the database has it, so that the next batch is read meanwhile.
 */
export async function stage(client: PoolClient, hooks: readonly StagedHook[]): Promise<{ stored: Promise<void> }> {
  if (hooks.length === 0) return { stored: Promise.resolve() };
  const copy = client.query(copyFrom(`copy incoming (${copiedColumns.join()}) from stdin`));
  const stored = finished(copy);
  const sent = new Promise((resolve) => {
    copy.write(hooks.map(copyLine).join(''), resolve);
  });
  await Promise.race([sent, stored]);
  copy.end();
  return { stored };
}

const encoders = copiedColumns.map((name) => ({ name, encode: encoderOf(name) }));

function copyLine(hook: StagedHook): string {
  return `${encoders.map(({ name, encode }) => encode(hook[name])).join('\t')}\n`;
}

function encoderOf(name: (typeof copiedColumns)[number]): (value: unknown) => string {
  const type = name === 'is_ready' ? 'boolean' : hookColumn(name).type;
  return type === 'text' ? copyText : type === 'timestamptz' ? copyTime : copyPlain;
}

const special = /[\0\\\t\n\r]/;
const specials = /[\0\\\t\n\r]/g;
/** PostgreSQL text cannot contain NUL. */
const escapes: Record<string, string> = { '\0': '', '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copyText(value: unknown): string {
  if (value === null) return '\\N';
  const text = String(value);
  return special.test(text) ? text.replace(specials, (character) => escapes[character] ?? '') : text;
}

function copyTime(value: unknown): string {
  return value === null ? '\\N' : toIso(Number(value));
}

function copyPlain(value: unknown): string {
  return value === null ? '\\N' : String(value);
}

/** Returns false if the import is not the current run of the source, else keeps it current until `trx` ends. */
export async function lockRun(trx: Trx, sourceId: string, importId: string): Promise<boolean> {
  const query = trx.selectFrom('sources').select('id').where('id', '=', sourceId).where('run_id', '=', importId);
  return (await query.forUpdate().executeTakeFirst()) !== undefined;
}
