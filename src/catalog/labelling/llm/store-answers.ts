// SQL of a language model's answers: hooks that wait for them, what is stored by text, and how often curators agreed.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/database.ts';
import type { RequiredLabel } from '../../../labels/label.ts';
import type { LineAnswer } from '../../../labels/llm/answer.ts';
import type { LlmLabels } from '../../../labels/llm/question.ts';

/** Hooks that wait because a label is uncertain. Where a curator undid a relabelling, a curator decides. */
const isWaiting = sql<boolean>`(h.state = 'pending' and h.review_reason = 'low_confidence' and h.curated_at is null
  and not exists (select from edit_changes c join edits e on e.id = c.edit_id
    where c.hook_id = h.id and e.action = 'relabelled' and e.undone_at is not null))`;

export type KeyedText = { text_key: string; text: string };

/** Texts of waiting hooks that this model was not asked about, those that wait longest first. */
export async function selectUnasked(db: Db, model: string, limit: number): Promise<KeyedText[]> {
  const { rows } = await sql<KeyedText>`
    select h.text_key, min(h.text) as text from hooks h
    where ${isWaiting} and not exists (select from llm_answers a where a.text_key = h.text_key and a.model = ${model})
    group by h.text_key order by min(h.id) limit ${limit}`.execute(db);
  return rows;
}

export type AnsweredHook = { id: number; labels: LlmLabels };

const anyText = (keys: readonly string[] | undefined): RawBuilder<boolean> =>
  keys === undefined ? sql<boolean>`true` : sql<boolean>`a.text_key = any(${keys})`;

/** Waiting hooks with a valid answer, those of `textKeys` or all, in order of id. */
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

/** By text key. */
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

/** An answer that is stored stays. */
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

/** Decisions of curators about hooks whose text the model answered, whichever method guessed the label. */
export async function countAgreement(db: Db, model: string): Promise<AgreementCount[]> {
  const { rows } = await sql<AgreementCount>`
    select d.label, count(*) as decisions, count(*) filter (where a.labels ->> d.label = d.decided) as agreed
    from label_decisions d join hooks h on h.id = d.hook_id join llm_answers a on a.text_key = h.text_key
    where a.model = ${model} and a.labels ? d.label group by d.label`.execute(db);
  return rows;
}
