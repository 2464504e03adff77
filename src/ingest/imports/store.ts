// SQL of the log of imports and what they rejected. What an import itself writes is store.ts.
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { ImportRecord, ImportReport, Progress, RejectCount, RejectRecord } from './import-record.ts';

export type ImportFilter = {
  id?: string;
  /** Its name or its id. */
  source?: string;
  sourceId?: string;
  state?: ImportRecord['state'];
};

/** The newest first. */
export async function selectImports(
  db: Database,
  filter: ImportFilter,
  { limit, after }: { limit: number; after?: string },
): Promise<ImportRecord[]> {
  const where = conditionsOf(filter);
  const past =
    after === undefined ? sql`true` : sql`(started_at, id) < (select started_at, id from imports where id = ${after})`;
  const { rows } = await sql<Selectable<Tables['imports']>>`
    select * from imports where ${where} and ${past} order by started_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ report, progress, seen_at: _, started_at, finished_at, ...row }) => ({
    ...row,
    report: report as ImportReport | null,
    progress: row.state === 'running' ? (progress as Progress | null) : null,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }));
}

export async function countImports(db: Database, filter: ImportFilter): Promise<number> {
  const where = conditionsOf(filter);
  const { rows } = await sql<{ total: number }>`select count(*) as total from imports where ${where}`.execute(db);
  return rows[0].total;
}

/** Its process is alive, and it has come so far. */
export async function touchImport(db: Database, id: string, progress: Progress | null): Promise<void> {
  await sql`
    update imports set seen_at = now(), progress = ${progress && JSON.stringify(progress)}
    where id = ${id} and state = 'running'`.execute(db);
}

/** Those whose process has not been heard of for two minutes. */
export async function endOrphanedImports(db: Database): Promise<void> {
  await sql`
    update imports set state = 'failed', finished_at = now(), error = 'It was broken off, since its process ended. Import the file again.'
    where state = 'running' and coalesce(seen_at, started_at) < now() - interval '2 minutes'`.execute(db);
}

function conditionsOf({ id, source, sourceId, state }: ImportFilter) {
  const conditions = [sql`true`];
  if (id !== undefined) conditions.push(sql`id = ${id}`);
  if (source !== undefined) conditions.push(sql`(source = ${source} or source_id = ${source})`);
  if (sourceId !== undefined) conditions.push(sql`source_id = ${sourceId}`);
  if (state !== undefined) conditions.push(sql`state = ${state}`);
  return sql.join(conditions, sql` and `);
}

/** In the order of the file; `after` is the number of the last one of the page before. */
export async function selectRejectPage(
  db: Database,
  importId: string,
  { limit, after }: { limit: number; after: number },
): Promise<RejectRecord[]> {
  const query = db.selectFrom('import_rejects').selectAll().where('import_id', '=', importId).where('n', '>', after);
  const rows = await query.orderBy('n').limit(limit).execute();
  return rows.map(({ n, file, line, field, reason, record }) => ({
    n,
    file,
    line,
    field,
    reason,
    value: JSON.parse(record),
  }));
}

const mostReasons = 100;

/** The most frequent first. */
export async function countRejects(db: Database, importId: string): Promise<RejectCount[]> {
  const { rows } = await sql<RejectCount>`
    select field, regexp_replace(regexp_replace(regexp_replace(reason, '^[0-9,]+ (views)', '\\1'),
        'has [0-9]+ characters', 'has too many characters'), ': .*$', '') as reason, count(*) as count
    from import_rejects where import_id = ${importId}
    group by 1, 2 order by 3 desc, 1, 2 limit ${mostReasons}`.execute(db);
  return rows;
}

/** One line of rejects.jsonl each: the record as it was read, with what was wrong beside it. */
export async function* selectRejects(db: Database, importId: string): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('import_rejects')
      .selectAll()
      .where('import_id', '=', importId)
      .where('n', '>', last)
      .orderBy('n')
      .limit(500)
      .execute();
    for (const { file, line, field, reason, record } of rows) {
      yield `{"file":${JSON.stringify(file)},"line":${line},"field":${JSON.stringify(field)},"reason":${JSON.stringify(reason)},"value":${record}}\n`;
    }
    if (rows.length < 500) return;
    last = rows[rows.length - 1].n;
  }
}
