// SQL of a language model's use: tokens by month, which are reserved before each call, and why it is not asked at present.
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../../../db/database.ts';
import type { LlmStopKind } from '../../../db/tables/labels.ts';
import type { Tokens } from '../../../labels/llm/tokens.ts';

/** The first day of the month (UTC), such as `2026-11-01`. */
export function monthOf(date: Date): string {
  return `${date.toISOString().slice(0, 7)}-01`;
}

/** `month`: of monthOf(). */
type Account = { model: string; month: string };

/**
 * Counts tokens that a call may take, unless they would exceed the budget of the month, which all models share. Resolves to what was
 * used before, and whether they were reserved. They stay counted if the process ends during the call.
 */
export async function reserveTokens(
  db: Database,
  { model, month }: Account,
  { input, output }: Tokens,
  budget: number | null,
): Promise<{ used: number; isReserved: boolean }> {
  return db.transaction().execute(async (trx) => {
    // Locks of rows would not hold back the first call of another model, whose row nobody else can see yet.
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

/** Counts a call: what it took instead of what was reserved. */
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

export type LlmStop = { kind: LlmStopKind; reason: string; since: Date; resume_at: Date };

export async function selectStop(db: Db, model: string): Promise<LlmStop | undefined> {
  const columns = ['kind', 'reason', 'since', 'resume_at'] as const;
  return db.selectFrom('llm_stops').select(columns).where('model', '=', model).executeTakeFirst();
}

/** `since` stays while the kind does. */
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

/** Of all models, but for waits that an endpoint asked for. */
export async function deleteStops(db: Db): Promise<void> {
  await db.deleteFrom('llm_stops').where('kind', '<>', 'rate_limit').execute();
}
