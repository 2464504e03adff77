// Queries a language model about texts, each once, in calls of 20: stores every answer, keeps to the budget, and stops when the provider
// fails.
import type { Database, Db } from '../../../db/database.ts';
import type { LlmStopKind } from '../../../db/tables/labels.ts';
import type { RequiredLabel } from '../../../labels/label.ts';
import { type Tokens, waitOf } from '../../../labels/llm/chat.ts';
import type { Agreement, LanguageModel, LineAnswer, Reply } from '../../../labels/llm/language-model.ts';
import { linesPerCall } from '../../../labels/llm/question.ts';
import {
  type AgreementCount,
  countAgreement,
  deleteStop,
  insertAnswers,
  type KeyedText,
  monthOf,
  recordStop,
  reserveTokens,
  selectAnswers,
  selectStop,
  settleCall,
} from './store.ts';

export type AskDeps = {
  db: Database;
  model: LanguageModel;
  /** Monthly token budget; null is unlimited. */
  budget: number | null;
};

/** Reason why not all texts were sent, and the time of the next attempt. */
export type Stop = { kind: LlmStopKind; reason: string; resumeAt: Date };

type Asked = {
  /** Stored and new answers by text key. */
  answers: Map<string, LineAnswer>;
  /** Number of texts sent now, with or without a valid answer. */
  asked: number;
  /** Tokens used now, input and output. */
  tokens: number;
  stop: Stop | undefined;
};

const waitOfInvalidMs = 60 * 60_000;
/** After this many calls without a valid answer, further ones would only cost tokens. */
const maxInvalidCalls = 3;

/** No transaction is open during a call. Rejects only when `signal` aborts, or the database fails. */
export async function labelTexts(deps: AskDeps, texts: readonly KeyedText[], signal: AbortSignal): Promise<Asked> {
  const { db, model } = deps;
  const unique = [...new Map(texts.map((text) => [text.text_key, text])).values()];
  const answers = await selectAnswers(
    db,
    model.name,
    unique.map(({ text_key }) => text_key),
  );
  const open = unique.filter(({ text_key }) => !answers.has(text_key));
  const result: Asked = { answers, asked: 0, tokens: 0, stop: await findRateLimit(deps) };
  let invalidCalls = 0;
  for (let at = 0; at < open.length && !result.stop; at += linesPerCall) {
    signal.throwIfAborted();
    const batch = open.slice(at, at + linesPerCall);
    const { reply, stop } = await askBatch(deps, batch, signal);
    const found = reply?.answers ?? [];
    result.asked += found.length;
    if (reply) result.tokens += reply.tokens.input + reply.tokens.output;
    for (const [index, answer] of found.entries()) answers.set(batch[index]?.text_key ?? '', answer);
    invalidCalls = found.some(({ labels }) => labels) ? 0 : invalidCalls + 1;
    result.stop = stop ?? (invalidCalls === maxInvalidCalls ? stopOfInvalid(reply) : undefined);
    if (result.stop) await recordStop(db, model.name, result.stop);
  }
  return result;
}

/** Every process waits as long as the provider's rate limit requires. */
async function findRateLimit({ db, model }: AskDeps): Promise<Stop | undefined> {
  const stop = await selectStop(db, model.name);
  if (stop?.kind !== 'rate_limit' || stop.resume_at.getTime() <= Date.now()) return undefined;
  return { kind: stop.kind, reason: stop.reason, resumeAt: stop.resume_at };
}

type Batch = { reply?: Reply; stop?: Stop };

async function askBatch({ db, model, budget }: AskDeps, batch: KeyedText[], signal: AbortSignal): Promise<Batch> {
  const now = new Date();
  const account = { model: model.name, month: monthOf(now) };
  const reserved = model.estimate(batch);
  const { used, isReserved } = await reserveTokens(db, account, reserved, budget);
  if (!isReserved) return { stop: stopOfBudget(budget ?? 0, { used, next: reserved }, now) };
  const reply = await model.ask(batch, signal);
  const { answers, stop, tokens: taken } = reply;
  await db.transaction().execute(async (trx) => {
    const isFault = !answers?.some(({ labels }) => labels);
    await settleCall(trx, account, { reserved, taken, isFault });
    if (!answers) return;
    await insertAnswers(
      trx,
      model.name,
      batch.flatMap(({ text_key: textKey }, at) => (answers[at] ? { textKey, answer: answers[at] } : [])),
    );
    await deleteStop(trx, model.name);
  });
  if (!stop) return { reply };
  const { kind, reason } = stop;
  return { reply, stop: { kind, reason, resumeAt: new Date(Date.now() + waitOf(stop)) } };
}

const format = (tokens: number) => tokens.toLocaleString('en');

function stopOfBudget(budget: number, { used, next }: { used: number; next: Tokens }, now: Date): Stop {
  const reason = `The budget of ${format(budget)} tokens a month is used up: ${format(used)} were used, and the next call may use ${format(next.input + next.output)}. Raise HOOKLINE_LLM_BUDGET, or wait for the next month.`;
  return { kind: 'budget', reason, resumeAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)) };
}

function stopOfInvalid(reply: Reply | undefined): Stop {
  const fault = reply?.answers?.find((answer) => answer.fault)?.fault ?? '';
  const reason = `${maxInvalidCalls} responses of the language model in a row were invalid: ${fault}. Choose a model that follows a JSON schema.`;
  return { kind: 'invalid', reason, resumeAt: new Date(Date.now() + waitOfInvalidMs) };
}

// Agreement of a language model with the decisions of curators.

/** Assumed share of right answers before any decision. It weighs as much as `startDecisions` decisions of each label. */
export const startAgreement = 0.92;
const startDecisions = 30;

export async function measureAgreement(db: Db, model: string): Promise<Agreement> {
  return agreementOf(await countAgreement(db, model));
}

function agreementOf(counts: readonly AgreementCount[]): Agreement {
  const of = (label: RequiredLabel) => {
    const { decisions = 0, agreed = 0 } = counts.find((one) => one.label === label) ?? {};
    return (startAgreement * startDecisions + agreed) / (startDecisions + decisions);
  };
  return { archetype: of('archetype'), emotional_trigger: of('emotional_trigger'), niche: of('niche') };
}
