// SQL of the reasons why records of an import are not published.
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { excerptOf, type ImportReason, maxExamples, maxReasons } from './reason.ts';

/** The reason of a reject without the figures and quotes of the single record. */
export const generalReason = sql<string>`regexp_replace(regexp_replace(regexp_replace(reason, '^[0-9,]+ (views)', '\\1'),
    'has [0-9]+ characters', 'has too many characters'), ': .*$', '')`;

/** Of the rejects that are kept. */
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

/** Of the hooks that the import added and that still wait. `lineOf` finds the line of a text by its key. */
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
