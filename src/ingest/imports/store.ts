// SQL of the log of imports and their rejected records. publish/store.ts has what an import itself writes.
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { isoOrNull } from '../../lib/time.ts';
import {
  type ImportRecord,
  type ImportReport,
  type Progress,
  type RejectCount,
  type RejectRecord,
  undoableMs,
} from './import-record.ts';
import { generalReason } from './store-reasons.ts';

export type ImportRow = Selectable<Tables['imports']>;

export type ImportFilter = {
  id?: string;
  /** Name or id. */
  source?: string;
  sourceId?: string;
  state?: ImportRecord['state'];
};

/** Newest first. `after`: the id of the last import of the previous page. */
export async function selectImports(
  db: Database,
  filter: ImportFilter,
  { limit, after }: { limit: number; after?: string },
): Promise<ImportRecord[]> {
  let query = db.selectFrom('imports').selectAll().where(matching(filter));
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(started_at, id) < (select started_at, id from imports as last where last.id = ${after})`,
    );
  const rows = await query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id, filename, source, source_id, state, error, ...row }) => ({
    ...{ id, filename, source, source_id, state, error },
    report: row.report as ImportReport | null,
    progress: state === 'running' ? (row.progress as Progress | null) : null,
    usage: row.usage,
    started_at: row.started_at.toISOString(),
    finished_at: isoOrNull(row.finished_at),
    undone_at: isoOrNull(row.undone_at),
    undo_until: isoOrNull(undoUntil(row)),
  }));
}

/** Null if it cannot be undone: nothing was published, it is undone already, or too old. */
function undoUntil({ published_at, undone_at }: Pick<ImportRow, 'published_at' | 'undone_at'>): Date | null {
  if (published_at === null || undone_at !== null) return null;
  const until = published_at.getTime() + undoableMs;
  return until < Date.now() ? null : new Date(until);
}

export async function countImports(db: Database, filter: ImportFilter): Promise<number> {
  const query = db.selectFrom('imports').where(matching(filter));
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

function matching({ id, source, sourceId, state }: ImportFilter) {
  return ({ and, eb, or }: ExpressionBuilder<Tables, 'imports'>) =>
    and([
      ...(id === undefined ? [] : [eb('id', '=', id)]),
      ...(source === undefined ? [] : [or([eb('source', '=', source), eb('source_id', '=', source)])]),
      ...(sourceId === undefined ? [] : [eb('source_id', '=', sourceId)]),
      ...(state === undefined ? [] : [eb('state', '=', state)]),
    ]);
}

/** Stores the progress, and that the process of the import is alive. */
export async function touchImport(db: Database, id: string, progress: Progress | null): Promise<void> {
  await db
    .updateTable('imports')
    .set({ seen_at: sql<Date>`now()`, progress: progress && JSON.stringify(progress) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Longer than a process that lives can take to touch its imports again. */
const silentMs = 120_000;

/** Marks imports as failed whose process has not touched them for so long. 0: all, when no process runs. */
export async function endOrphanedImports(db: Database, silentForMs = silentMs): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      state: 'failed',
      finished_at: sql<Date>`now()`,
      // The run of a source is repeated by its job.
      error: sql<string>`case when source_id is null then 'The service was ended. Nothing was published; import the file again.'
        else 'The run was interrupted: its process ended.' end`,
    })
    .where('state', '=', 'running')
    .where(
      ({ fn }) => fn.coalesce('seen_at', 'started_at'),
      '<=',
      sql<Date>`now() - ${silentForMs} * interval '1 millisecond'`,
    )
    .execute();
}

/** Deletes what undos of imports published before need. */
export async function deleteUndoLogs(db: Database, before: Date): Promise<void> {
  const old = db.selectFrom('imports').select('id').where('published_at', '<', before);
  await db.deleteFrom('import_changes').where('import_id', 'in', old).execute();
  await db.deleteFrom('import_confirmations').where('import_id', 'in', old).execute();
}

/** In the order of the file. `after`: the number of the last record of the previous page. */
export async function selectRejectPage(
  db: Database,
  importId: string,
  { limit, after }: { limit: number; after: number },
): Promise<RejectRecord[]> {
  const rows = await selectRejectRows(db, importId, { limit, after });
  return rows.map(({ n, file, line, field, reason, record }) => ({
    n,
    file,
    line,
    field,
    reason,
    value: JSON.parse(record),
  }));
}

function selectRejectRows(db: Database, importId: string, { limit, after }: { limit: number; after: number }) {
  const query = db.selectFrom('import_rejects').selectAll().where('import_id', '=', importId).where('n', '>', after);
  return query.orderBy('n').limit(limit).execute();
}

const maxReasons = 100;

/** By reason without the figures and quotes of a single record, most frequent first. */
export async function countRejects(db: Database, importId: string): Promise<RejectCount[]> {
  return db
    .selectFrom('import_rejects')
    .select(({ fn }) => ['field', generalReason.as('reason'), fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy(sql`1, 2`)
    .orderBy('count', 'desc')
    .orderBy(sql`1, 2`)
    .limit(maxReasons)
    .execute();
}

/** One line of rejects.jsonl per record. */
export async function* selectRejects(db: Database, importId: string): AsyncGenerator<string> {
  const limit = 500;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await selectRejectRows(db, importId, { limit, after });
    for (const { file, line, field, reason, record } of rows) {
      yield `{"file":${JSON.stringify(file)},"line":${line},"field":${JSON.stringify(field)},"reason":${JSON.stringify(reason)},"value":${record}}\n`;
    }
    after = rows.length < limit ? undefined : rows.at(-1)?.n;
  }
  yield* keptNotice(await selectImports(db, { id: importId }, { limit: 1 }));
}

/** In the form of a rejected record, so that an import of the file reports it again. */
function* keptNotice([found]: ImportRecord[]): Generator<string> {
  const { rejected = 0, rejects_kept: kept = rejected } = found?.report ?? {};
  if (!found || kept >= rejected) return;
  const reason = `only the first ${kept} of ${rejected} rejected records are kept (HOOKLINE_LIMIT_REJECTS_PER_IMPORT)`;
  yield `${JSON.stringify({ file: found.filename, line: 1, field: null, reason, value: null })}\n`;
}
