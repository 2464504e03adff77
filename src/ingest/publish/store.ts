// The importer's SQL: what it writes into the log of imports and rejects, and the staging table that store-merge.ts merges from.
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { toIso } from '../../catalog/record.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { Rejection } from '../formats/record.ts';
import type { LabelledHook } from './missing-labels.ts';

export type ImportReport = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  duplicates: number;
  rejected: number;
  pending: number;
  retired: number;
  catalog_version: number;
};

export async function insertImport(trx: Trx, row: { id: string; filename: string; source: string }): Promise<void> {
  await trx
    .insertInto('imports')
    .values({ ...row, state: 'running', started_at: new Date() })
    .execute();
}

export async function finishImport(db: Database, id: string, outcome: ImportReport | Error): Promise<void> {
  const isFailure = outcome instanceof Error;
  await db
    .updateTable('imports')
    .set({
      state: isFailure ? 'failed' : 'done',
      report: isFailure ? null : JSON.stringify(outcome),
      error: isFailure ? outcome.message : null,
      finished_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
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
    // PostgreSQL text cannot hold NUL, which a binary file is full of.
    file: file.replaceAll('\0', ''),
    line,
    field,
    reason: reason.replaceAll('\0', ''),
    record: JSON.stringify(value ?? null).replaceAll('\\u0000', ''),
  }));
  if (rows.length > 0) await db.insertInto('import_rejects').values(rows).execute();
}

const stagedColumns = [
  'text',
  'text_key',
  'source_id',
  'views',
  'platform',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'language',
  'creator',
  'source_url',
  'published_at',
  'views_captured_at',
  'likes',
  'comments',
  'shares',
  'duration_seconds',
  'template',
  'word_count',
  'label_method',
  'label_confidence',
  'is_ready',
] as const satisfies readonly (keyof LabelledHook)[];

/** A temporary table of this connection: it costs no log and goes with the connection, whatever happens. So does `decided`, which the merge makes of it. */
export async function createStaging(client: PoolClient): Promise<void> {
  await client.query(`
    drop table if exists incoming, decided;
    create temporary table incoming (
      seq bigint generated always as identity,
      text text, text_key text, source_id text, views bigint, platform text, archetype text, emotional_trigger text,
      niche text, format text, language text, creator text, source_url text, published_at timestamptz,
      views_captured_at timestamptz, likes bigint, comments bigint, shares bigint, duration_seconds double precision,
      template text, word_count int, label_method text, label_confidence double precision, is_ready boolean
    )`);
}

export async function dropStaging(client: PoolClient): Promise<void> {
  await client.query('drop table if exists incoming, decided');
}

/**
 * One short COPY per batch, so that no transaction is open while the file or the network is waited for. Resolves when the
 * batch is sent, with the promise of its being stored, so that the next one is read while the database works on this one.
 */
export async function stage(client: PoolClient, hooks: readonly LabelledHook[]): Promise<{ stored: Promise<void> }> {
  if (hooks.length === 0) return { stored: Promise.resolve() };
  const copy = client.query(copyFrom(`copy incoming (${stagedColumns.join()}) from stdin`));
  const stored = finished(copy);
  const sent = new Promise((resolve) => {
    copy.write(hooks.map(copyLine).join(''), resolve);
  });
  await Promise.race([sent, stored]);
  copy.end();
  return { stored };
}

function copyLine(hook: LabelledHook): string {
  let line = '';
  for (const column of stagedColumns) line += `${line === '' ? '' : '\t'}${copyValue(hook[column])}`;
  return `${line}\n`;
}

const special = /[\0\\\t\n\r]/;
const specials = /[\0\\\t\n\r]/g;
/** PostgreSQL text cannot hold NUL. */
const escapes: Record<string, string> = { '\0': '', '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copyValue(value: string | number | boolean | Date | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return special.test(value) ? value.replace(specials, (one) => escapes[one]) : value;
  return value instanceof Date ? toIso(value.getTime()) : String(value);
}
