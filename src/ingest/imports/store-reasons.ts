// SQL of the reasons why records of an import are not published.
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type ImportReason, maxExamples, maxExcerptLength, maxReasons } from './reason.ts';

/** The reason of a reject without the figures and quotes of the single record. */
export const generalReason = sql<string>`regexp_replace(regexp_replace(regexp_replace(reason, '^[0-9,]+ (views)', '\\1'),
    'has [0-9]+ characters', 'has too many characters'), ': .*$', '')`;

type Row = { reason: string; count: number; line: number | null; text: string; text_key: string | null };

/** Of the rejects that are kept. */
export async function selectRejectReasons(db: Db, importId: string): Promise<ImportReason[]> {
  const { rows } = await sql<Row>`
select reason, count, line, left(record, ${maxExcerptLength}) as text, null as text_key from (
  select ${generalReason} as reason, line, record, n, count(*) over (partition by ${generalReason}) as count,
    row_number() over (partition by ${generalReason} order by n) as nth
  from import_rejects where import_id = ${importId}
) r where nth <= ${maxExamples} order by count desc, reason, n limit ${maxReasons * maxExamples}`.execute(db);
  return toReasons('rejected', rows, () => null);
}

/** Of the hooks that the import added and that still wait. `lineOf` finds the line of a text by its key. */
export async function selectPendingReasons(
  db: Db,
  importId: string,
  lineOf: (textKey: string) => number | null = () => null,
): Promise<ImportReason[]> {
  const { rows } = await sql<Row>`
select reason, count, null as line, text, text_key from (
  select coalesce(review_reason, 'low_confidence') as reason, text, text_key, id, count(*) over (partition by review_reason) as count,
    row_number() over (partition by review_reason order by id) as nth
  from hooks where import_id = ${importId} and state = 'pending'
) h where nth <= ${maxExamples} order by count desc, reason, id limit ${maxReasons * maxExamples}`.execute(db);
  return toReasons('pending', rows, lineOf);
}

function toReasons(
  result: ImportReason['result'],
  rows: readonly Row[],
  lineOf: (textKey: string) => number | null,
): ImportReason[] {
  const reasons = new Map<string, ImportReason>();
  for (const { reason, count, line, text, text_key } of rows) {
    const known = reasons.get(reason) ?? { result, reason, count, examples: [] };
    known.examples.push({ line: line ?? (text_key === null ? null : lineOf(text_key)), text });
    reasons.set(reason, known);
  }
  return [...reasons.values()];
}
