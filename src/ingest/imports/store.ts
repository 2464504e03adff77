// SQL of the log of imports and their rejected records. publish/store.ts has the SQL of the import itself.
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { hashUrl } from '../../catalog/takedowns/takedown.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import type { HookState, Tables } from '../../db/tables.ts';
import { cleanText, textKey } from '../../lib/text.ts';
import { isoOrNull } from '../../lib/time.ts';
import {
  excerptOf,
  type ImportReason,
  type ImportRecord,
  type ImportReport,
  maxExamples,
  maxReasons,
  type Progress,
  type RejectCount,
  type RejectRecord,
  type Reviewed,
  undoableMs,
} from '../publish/import-record.ts';
import { outcomes } from '../publish/store-merge.ts';
import type { PreviewRecord } from './preview-record.ts';

export type ImportRow = Selectable<Tables['imports']>;

export type ImportFilter = {
  id?: string;
  /** Name or id of the source. */
  source?: string;
  sourceId?: string;
  state?: ImportRecord['state'];
};

/** Newest first. `after`: id of the last import of the previous page. */
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

/** Returns null if the import cannot be undone: nothing was published, it is already undone, or it is too old. */
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

/** A live process touches its imports more often. */
const silentMs = 120_000;

/** Marks imports as failed whose process has not touched them for this long. 0 marks all of them, when no process runs. */
export async function endOrphanedImports(db: Database, silentForMs = silentMs): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      state: 'failed',
      finished_at: sql<Date>`now()`,
      // The job of a source repeats its run.
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

/** Deletes the undo log of imports published before this time. */
export async function deleteUndoLogs(db: Database, before: Date): Promise<void> {
  const old = db.selectFrom('imports').select('id').where('published_at', '<', before);
  await db.deleteFrom('import_changes').where('import_id', 'in', old).execute();
}

/** In file order. `after`: number of the last record of the previous page. */
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

const maxRejectReasons = 100;

/** Counts by reason, without the figures and quotes of single records, most frequent first. */
export async function countRejects(db: Database, importId: string): Promise<RejectCount[]> {
  return db
    .selectFrom('import_rejects')
    .select(({ fn }) => ['field', generalReason.as('reason'), fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy(sql`1, 2`)
    .orderBy('count', 'desc')
    .orderBy(sql`1, 2`)
    .limit(maxRejectReasons)
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

/** Has the form of a rejected record, so that an import of the file reports it again. */
function* keptNotice([found]: ImportRecord[]): Generator<string> {
  const { rejected = 0, rejects_kept: kept = rejected } = found?.report ?? {};
  if (!found || kept >= rejected) return;
  const reason = `only the first ${kept} of ${rejected} rejected records are kept (HOOKLINE_LIMIT_REJECTS_PER_IMPORT)`;
  yield `${JSON.stringify({ file: found.filename, line: 1, field: null, reason, value: null })}\n`;
}

// SQL that removes the records of a hook that is taken down from the rejects of imports.

const rejectsPerBatch = 500;
/** Longer strings are not opening lines. */
const maxLength = 4096;

type Hashes = { takedownId: string; textKey: string; formerTextKeys?: readonly string[]; urlHash: string | null };

/** Keeps line and file, so that the counts of the report stay true. Running imports delete their own rejects. */
export async function removeFromRejects(db: Database, of: Hashes, stopping: AbortSignal): Promise<void> {
  let after = { import_id: '', n: 0 };
  for (;;) {
    stopping.throwIfAborted();
    const rows = await db
      .selectFrom('import_rejects')
      .select(['import_id', 'n', 'record'])
      .where(sql<boolean>`(import_id, n) > (${after.import_id}, ${after.n}::bigint)`)
      .orderBy('import_id')
      .orderBy('n')
      .limit(rejectsPerBatch)
      .execute();
    for (const { import_id, n, record } of rows)
      if (isOf(record, of))
        await db
          .updateTable('import_rejects')
          .set({ record: 'null', field: null, reason: `removed by takedown ${of.takedownId}` })
          .where('import_id', '=', import_id)
          .where('n', '=', n)
          .execute();
    const last = rows.at(-1);
    if (last === undefined || rows.length < rejectsPerBatch) return;
    after = last;
  }
}

function isOf(record: string, of: Hashes): boolean {
  const parsed: unknown = JSON.parse(record);
  // A line that could not be parsed is stored unchanged.
  if (typeof parsed === 'string') return valuesIn(parsed).some((value) => isValueOf(value, of));
  let isFound = false;
  JSON.parse(record, (_key, value: unknown) => {
    if (typeof value === 'string') isFound ||= isValueOf(value, of);
    return value;
  });
  return isFound;
}

/** Possible values in a line of broken JSON or CSV: the line, its quoted strings, and its cells. */
function valuesIn(line: string): string[] {
  const quoted = [...line.matchAll(/"((?:[^"\\]|\\.)*)/g)].map(([, text = '']) => unescapeJson(text));
  return [line, ...quoted, ...line.split(/[\t,;]/)];
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

function isValueOf(value: string, of: Hashes): boolean {
  return value !== '' && value.length <= maxLength && isContent(value, of);
}

/** Cleans the value as an import would, with and without hashtags. */
function isContent(value: string, { textKey: key, formerTextKeys = [], urlHash }: Hashes): boolean {
  if (urlHash !== null && /^\s*https?:/i.test(value)) return hashUrl(value) === urlHash;
  const line = cleanText(value, { firstLine: true });
  const keys = [key, ...formerTextKeys];
  return keys.includes(textKey(line)) || keys.includes(textKey(cleanText(line, { stripTags: true })));
}

/** Deletes all rejects of an import if a takedown was made meanwhile. */
export async function deleteRejects(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('import_rejects').where('import_id', '=', importId).execute();
}

// SQL of the reasons why records of an import are not published.

/** The reason of a reject without the figures and quotes of the single record. */
const generalReason = sql<string>`regexp_replace(regexp_replace(regexp_replace(reason, '^[0-9,]+ (views)', '\\1'),
    'has [0-9]+ characters', 'has too many characters'), ': .*$', '')`;

/** Reasons of the stored rejects. */
export async function selectRejectReasons(db: Db, importId: string): Promise<ImportReason[]> {
  const { rows } = await sql<{ reason: string; count: number; line: number; record: string }>`
select r.reason, r.count, i.line, i.record from (
  select ${generalReason} as reason, n, count(*) over (partition by ${generalReason}) as count,
    row_number() over (partition by ${generalReason} order by n) as nth
  from import_rejects where import_id = ${importId}
) r join import_rejects i on i.import_id = ${importId} and i.n = r.n
where r.nth <= ${maxExamples} order by r.count desc, r.reason, r.n limit ${maxReasons * maxExamples}`.execute(db);
  return group(
    rows.map(({ reason, count, line, record }) => ({
      result: 'rejected',
      reason,
      count,
      example: { line, text: excerptOf(JSON.parse(record)) },
    })),
  );
}

/** Review reasons of the import's hooks that are still pending. `lineOf` finds the line of a text by its key. */
export async function selectPendingReasons(
  db: Db,
  importId: string,
  lineOf: (textKey: string) => number | null = () => null,
): Promise<ImportReason[]> {
  const { rows } = await sql<{ reason: string; count: number; text: string; text_key: string }>`
select reason, count, text, text_key from (
  select coalesce(review_reason, 'low_confidence') as reason, text, text_key, id, count(*) over (partition by review_reason) as count,
    row_number() over (partition by review_reason order by id) as nth
  from hooks where import_id = ${importId} and state = 'pending'
) h where nth <= ${maxExamples} order by count desc, reason, id limit ${maxReasons * maxExamples}`.execute(db);
  return group(
    rows.map(({ reason, count, text, text_key }) => ({
      result: 'pending',
      reason,
      count,
      example: { line: lineOf(text_key), text },
    })),
  );
}

/** Outcomes of the hooks that the import sent to review. `version`: the catalog version after the import. */
export async function countReviewed(db: Db, importId: string, version: number): Promise<Reviewed> {
  const of = (state: HookState) => sql`count(*) filter (where state = ${state})`;
  const { rows } = await sql<Reviewed>`
select ${of('pending')} as waiting, ${of('published')} as published, ${of('rejected')} as rejected
from hooks where import_id = ${importId} and (added_version is null or added_version > ${version}::bigint)`.execute(db);
  return rows[0] ?? { waiting: 0, published: 0, rejected: 0 };
}

type Row = Omit<ImportReason, 'examples'> & { example: ImportReason['examples'][number] };

function group(rows: readonly Row[]): ImportReason[] {
  const reasons = new Map<string, ImportReason>();
  for (const { example, ...row } of rows) {
    const known = reasons.get(row.reason);
    if (known) known.examples.push(example);
    else reasons.set(row.reason, { ...row, examples: [example] });
  }
  return [...reasons.values()];
}

// SQL of the records of a preview, between their merge and its rollback.

export type MergedRecord = Omit<PreviewRecord, 'line'>;

/** The first staged records with their present hooks. `version`: the version that the merge creates. */
export async function selectMergedRecords(trx: Trx, version: number, count: number): Promise<MergedRecord[]> {
  const { rows } = await sql<MergedRecord>`
with first as materialized (
  select * from (${outcomes(version)}) v where v.seq <= ${count}
)
select f.result, h.state, case when h.state = 'pending' then coalesce(h.review_reason, 'low_confidence') end as reason,
  'hook_' || f.hook_id as hook_id, h.text, h.raw_text, h.views, h.platform, h.archetype, h.emotional_trigger, h.niche, h.format,
  h.language, h.creator, jsonb_build_object('method', h.label_method, 'confidence', h.label_confidence) as labels
from first f join hooks h on h.id = f.shown_id
order by f.seq`.execute(trx);
  return rows;
}

/** Texts of the hooks that the import adds. */
export async function selectAddedTexts(trx: Trx, importId: string): Promise<string[]> {
  const rows = await trx.selectFrom('hooks').select('text').where('import_id', '=', importId).execute();
  return rows.map(({ text }) => text);
}
