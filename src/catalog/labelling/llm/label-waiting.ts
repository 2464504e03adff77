// Labels waiting hooks by a language model: asks about those whose labels are uncertain, and publishes those that it makes certain.
import { system } from '../../../audit/actor.ts';
import type { Labeller } from '../../../labels/labeller.ts';
import { type Agreement, withAnswer } from '../../../labels/llm/with-answer.ts';
import type { EditDeps } from '../../curation/apply-edit.ts';
import { toLabelInput } from '../label-input.ts';
import { loadLabeller } from '../queries.ts';
import { applyLabels } from '../relabel/apply-labels.ts';
import { relabelHook } from '../relabel/relabel-hook.ts';
import { selectRelabelable } from '../relabel/store-relabel.ts';
import { measureAgreement } from './agreement.ts';
import { type AskDeps, askTexts, type Stop } from './ask-texts.ts';
import { selectAnswered, selectUnasked } from './store-answers.ts';
import { deleteStop, selectStop } from './store-usage.ts';

export type LabelWaitingDeps = AskDeps & {
  announce: EditDeps['announce'];
  /** A label with a lower confidence is not published. */
  floor: number;
};

export type LabelWaitingReport = {
  /** Texts. */
  asked: number;
  answered: number;
  /** Hooks whose labels changed. */
  changed: number;
  published: number;
  tokens: number;
  /** Why waiting hooks remain that were not asked about. */
  stop: Stop | undefined;
  /** This run met it; otherwise an earlier one did. */
  isNewStop: boolean;
};

/** One catalog version for so many hooks at most. */
const hooksPerVersion = 200;
const textsPerRound = 200;

/** Asks about nothing twice, so it can be interrupted at any time and started again. */
export async function labelWaiting(deps: LabelWaitingDeps, signal: AbortSignal): Promise<LabelWaitingReport> {
  const { db, model } = deps;
  const report: LabelWaitingReport = {
    asked: 0,
    answered: 0,
    changed: 0,
    published: 0,
    tokens: 0,
    stop: undefined,
    isNewStop: false,
  };
  const settleDeps = {
    ...deps,
    labeller: await loadLabeller(db),
    agreement: await measureAgreement(db, model.name),
  };
  const settle = async (textKeys?: readonly string[]) => {
    const { changed, published } = await settleAnswered(settleDeps, textKeys, signal);
    report.changed += changed;
    report.published += published;
  };
  // Answers that an interrupted run stored, and those about texts that other hooks had before.
  await settle();
  const stop = await selectStop(db, model.name);
  if (stop && stop.resume_at.getTime() > Date.now())
    return { ...report, stop: { kind: stop.kind, reason: stop.reason, resumeAt: stop.resume_at } };
  while (!report.stop) {
    const texts = await selectUnasked(db, model.name, textsPerRound);
    if (texts.length === 0) {
      await deleteStop(db, model.name);
      break;
    }
    const { answers, asked, tokens, stop: stopped } = await askTexts(deps, texts, signal);
    const answered = [...answers].flatMap(([textKey, { labels }]) => (labels ? textKey : []));
    report.asked += asked;
    report.answered += answered.length;
    report.tokens += tokens;
    report.stop = stopped;
    report.isNewStop = stopped !== undefined;
    await settle(answered);
  }
  return report;
}

type SettleDeps = LabelWaitingDeps & { labeller: Labeller; agreement: Agreement };

/** Gives waiting hooks the labels of guesses and answers together, each 200 as an edit that can be undone. */
async function settleAnswered(
  { db, model, announce, floor, labeller, agreement }: SettleDeps,
  textKeys: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<{ changed: number; published: number }> {
  const total = { changed: 0, published: 0 };
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const answered = await selectAnswered(db, model.name, { textKeys, after, limit: hooksPerVersion });
    const labels = new Map(answered.map((hook) => [hook.id, hook.labels]));
    const filter = { state: 'pending', reason: ['low_confidence'] } as const;
    const hooks = await selectRelabelable(db, filter, { ids: [...labels.keys()], after, limit: hooksPerVersion });
    const changes = hooks.flatMap((hook) => {
      const answer = labels.get(hook.id);
      if (!answer) return [];
      const guesses = withAnswer(labeller.guess(toLabelInput(hook)), answer, agreement);
      return relabelHook(hook, guesses, floor).change ?? [];
    });
    if (changes.length > 0) {
      const details = { method: 'llm', model: model.name };
      const applied = await db
        .transaction()
        .execute((trx) => applyLabels(trx, changes, { actor: system, announce, details }));
      total.changed += applied.changed;
      total.published += applied.published;
    }
    if (answered.length < hooksPerVersion) return total;
    after = answered.at(-1)?.id ?? after;
  }
}
