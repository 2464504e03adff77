// SQL of a language model's answers: pending hooks without an answer, stored answers by text, and agreement with curators.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db, Trx } from '../../../db/database.ts';
import type { LlmStopKind } from '../../../db/tables/labels.ts';
import type { RequiredLabel } from '../../../labels/label.ts';
import type { Tokens } from '../../../labels/llm/chat.ts';
import type { LineAnswer } from '../../../labels/llm/language-model.ts';
import type { AskedText, LlmLabels } from '../../../labels/llm/question.ts';

/** Review reasons that a language model can resolve: the other reasons are certain. */
export const askedReasons = ['low_confidence', 'no_sentence'] as const;

/** Hooks that are pending for one of these reasons. Those whose relabelling was undone are left to curators. */
const isWaiting = sql<boolean>`(h.state = 'pending' and h.review_reason in (${sql.join(askedReasons.map((reason) => sql.lit(reason)))}) and h.curated_at is null
  and not exists (select from edit_changes c join edits e on e.id = c.edit_id
    where c.hook_id = h.id and e.action = 'relabelled' and e.undone_at is not null))`;

export type KeyedText = AskedText & { text_key: string };

/** Returns texts of pending hooks without an answer of this model, the longest pending first. */
export async function selectUnasked(db: Db, model: string, limit: number): Promise<KeyedText[]> {
  const { rows } = await sql<KeyedText>`
    select h.text_key, min(h.text) as text, min(h.raw_text) as raw_text from hooks h
    where ${isWaiting} and not exists (select from llm_answers a where a.text_key = h.text_key and a.model = ${model})
    group by h.text_key order by min(h.id) limit ${limit}`.execute(db);
  return rows;
}

type AnsweredHook = { id: number; labels: LlmLabels };

const anyText = (keys: readonly string[] | undefined): RawBuilder<boolean> =>
  keys === undefined ? sql<boolean>`true` : sql<boolean>`a.text_key = any(${keys})`;

/** Returns pending hooks with a valid answer, restricted to `textKeys` if given, in order of id. */
export async function selectAnswered(
  db: Db,
  model: string,
  { textKeys, after, limit }: { textKeys?: readonly string[]; after: number; limit: number },
): Promise<AnsweredHook[]> {
  const { rows } = await sql<AnsweredHook>`
    select h.id, a.labels from hooks h join llm_answers a on a.text_key = h.text_key
    where ${isWaiting} and a.model = ${model} and a.labels is not null and ${anyText(textKeys)} and h.id > ${after}
    order by h.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns answers by text key. */
export async function selectAnswers(
  db: Db,
  model: string,
  textKeys: readonly string[],
): Promise<Map<string, LineAnswer>> {
  const { rows } = await sql<{ text_key: string; labels: LlmLabels | null; fault: string | null }>`
    select text_key, labels, fault from llm_answers
    where model = ${model} and text_key = any(${textKeys})`.execute(db);
  return new Map(
    rows.map(({ text_key, labels, fault }) => [text_key, labels ? { labels } : { fault: fault ?? 'unknown' }]),
  );
}

/** Keeps answers that are already stored. */
export async function insertAnswers(
  trx: Trx,
  model: string,
  answers: readonly { textKey: string; answer: LineAnswer }[],
): Promise<void> {
  const rows = answers.map(({ textKey, answer: { labels, fault } }) => ({
    text_key: textKey,
    model,
    labels: labels ? JSON.stringify(labels) : null,
    fault: fault ?? null,
    created_at: sql<Date>`now()`,
  }));
  await trx
    .insertInto('llm_answers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type AgreementCount = { label: RequiredLabel; decisions: number; agreed: number };

/** Counts curators' decisions on hooks with an answer of the model, whichever method guessed the label. */
export async function countAgreement(db: Db, model: string): Promise<AgreementCount[]> {
  const { rows } = await sql<AgreementCount>`
    select d.label, count(*) as decisions, count(*) filter (where a.labels -> d.label ? d.decided) as agreed
    from label_decisions d join hooks h on h.id = d.hook_id join llm_answers a on a.text_key = h.text_key
    where a.model = ${model} and a.labels ? d.label group by d.label`.execute(db);
  return rows;
}

// SQL of a language model's use: monthly tokens, which are reserved before each call, and stops.

/** Returns the first day of the month (UTC), such as `2026-11-01`. */
export function monthOf(date: Date): string {
  return `${date.toISOString().slice(0, 7)}-01`;
}

/** `month` is a result of monthOf(). */
type Account = { model: string; month: string };

/**
 * Reserves the tokens that a call may use, unless they would exceed the monthly budget, which all models share. Resolves to the tokens used
 * before, and whether the reservation succeeded. Reserved tokens stay counted if the process ends during the call.
 */
export async function reserveTokens(
  db: Database,
  { model, month }: Account,
  { input, output }: Tokens,
  budget: number | null,
): Promise<{ used: number; isReserved: boolean }> {
  return db.transaction().execute(async (trx) => {
    // Row locks would not block the first call of another model, whose row is not yet visible.
    await sql`lock table llm_usage in share row exclusive mode`.execute(trx);
    await trx
      .insertInto('llm_usage')
      .values({ month, model, calls: 0, faults: 0, input_tokens: 0, output_tokens: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const rows = await trx
      .selectFrom('llm_usage')
      .select(['input_tokens', 'output_tokens'])
      .where('month', '=', month)
      .execute();
    const used = rows.reduce((sum, row) => sum + row.input_tokens + row.output_tokens, 0);
    if (budget !== null && used + input + output > budget) return { used, isReserved: false };
    await addTokens(trx, { model, month }, { input, output });
    return { used, isReserved: true };
  });
}

/** Counts a call, and replaces its reserved tokens by the used ones. */
export async function settleCall(
  trx: Trx,
  account: Account,
  { reserved, taken, isFault }: { reserved: Tokens; taken: Tokens; isFault: boolean },
): Promise<void> {
  await addTokens(trx, account, { input: taken.input - reserved.input, output: taken.output - reserved.output });
  await trx
    .updateTable('llm_usage')
    .set({ calls: sql`calls + 1`, faults: sql`faults + ${isFault ? 1 : 0}` })
    .where('month', '=', account.month)
    .where('model', '=', account.model)
    .execute();
}

async function addTokens(trx: Trx, { model, month }: Account, { input, output }: Tokens): Promise<void> {
  await trx
    .updateTable('llm_usage')
    .set({ input_tokens: sql`input_tokens + ${input}`, output_tokens: sql`output_tokens + ${output}` })
    .where('month', '=', month)
    .where('model', '=', model)
    .execute();
}

type LlmStop = { kind: LlmStopKind; reason: string; since: Date; resume_at: Date };

export async function selectStop(db: Db, model: string): Promise<LlmStop | undefined> {
  const columns = ['kind', 'reason', 'since', 'resume_at'] as const;
  return db.selectFrom('llm_stops').select(columns).where('model', '=', model).executeTakeFirst();
}

/** `since` stays the same while the kind does. */
export async function recordStop(
  db: Db,
  model: string,
  { kind, reason, resumeAt }: { kind: LlmStopKind; reason: string; resumeAt: Date },
): Promise<void> {
  await db
    .insertInto('llm_stops')
    .values({ model, kind, reason, resume_at: resumeAt })
    .onConflict((conflict) =>
      conflict.column('model').doUpdateSet({
        kind,
        reason,
        resume_at: resumeAt,
        since: sql<Date>`case when llm_stops.kind = ${kind} then llm_stops.since else now() end`,
      }),
    )
    .execute();
}

export async function deleteStop(db: Db, model: string): Promise<void> {
  await db.deleteFrom('llm_stops').where('model', '=', model).execute();
}

/** Deletes the stops of all models, except rate limits. */
export async function deleteStops(db: Db): Promise<void> {
  await db.deleteFrom('llm_stops').where('kind', '<>', 'rate_limit').execute();
}
