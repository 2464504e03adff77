// Combines language models' answers about texts with the guesses of labels.

import { type Audit, commit } from '../../../audit/actions.ts';
import { type Actor, bySystem, system } from '../../../audit/actor.ts';
import type { Details } from '../../../audit/audit.ts';
import type { Floors } from '../../../config/label-floors.ts';
import type { Database, Trx } from '../../../db/database.ts';
import type { LabelGuesses, Labeller } from '../../../labels/labeller.ts';
import { type Agreement, type AnsweredGuesses, withAnswer } from '../../../labels/llm/language-model.ts';
import { linesPerCall } from '../../../labels/llm/question.ts';
import { newId } from '../../../lib/ids.ts';
import { loadLabeller, toLabelInput } from '../../labelling/live-labeller.ts';
import { type AskDeps, labelTexts, measureAgreement, type Stop } from '../../labelling/llm/label-texts.ts';
import { askedReasons, deleteStop, selectAnswered, selectStop, selectUnasked } from '../../labelling/llm/store.ts';
import { lockCatalog, nextVersion } from '../../store.ts';
import type { EditDeps } from '../actions.ts';
import { insertEdit } from '../store-edits.ts';
import type { RelabelReport } from './relabel.ts';
import { type LabelChange, type Relabelable, relabelHook } from './relabel-hook.ts';
import {
  applyStaged,
  countStaged,
  createStaging,
  dropStaging,
  lockStaged,
  type RelabelFilter,
  selectNewestAnswers,
  selectPublishedIds,
  selectRelabelable,
  selectUnaskedTexts,
  stageChanges,
} from './store-relabel.ts';

export type Answers = {
  /** Returns guesses in the order of the hooks. If a model is queried, hooks without a valid answer get undefined. */
  combine: (
    hooks: readonly Relabelable[],
    guesses: readonly LabelGuesses[],
  ) => Promise<(AnsweredGuesses | undefined)[]>;
  report: (filter: RelabelFilter) => Promise<RelabelReport['llm']>;
};

/** Always uses stored answers, since published hooks may have their labels. With `ask`, queries this model for the missing ones. */
export function createAnswers(db: Database, ask: AskDeps | undefined): Answers {
  const agreements = new Map<string, Agreement>();
  const total = { asked: 0, answered: 0, tokens: 0, texts: 0, stopped: null as string | null };
  const signal = new AbortController().signal;

  async function agreementOf(model: string): Promise<Agreement> {
    const agreement = agreements.get(model) ?? (await measureAgreement(db, model));
    agreements.set(model, agreement);
    return agreement;
  }

  async function askAbout(hooks: readonly Relabelable[], deps: AskDeps): Promise<void> {
    const { asked, tokens, answers, stop } = await labelTexts(deps, hooks, signal);
    total.texts += asked;
    total.tokens += tokens;
    total.stopped ??= stop?.reason ?? null;
    total.asked += hooks.filter(({ text_key }) => answers.has(text_key)).length;
    total.answered += hooks.filter(({ text_key }) => answers.get(text_key)?.labels).length;
  }

  return {
    combine: async (hooks, guesses) => {
      if (ask && total.stopped === null) await askAbout(hooks, ask);
      const keys = hooks.map(({ text_key }) => text_key);
      const found = await selectNewestAnswers(db, keys, ask?.model.name);
      for (const { model } of found.values()) await agreementOf(model);
      return hooks.map(({ text_key }, at) => {
        const [guess, answer] = [guesses[at], found.get(text_key)];
        const agreement = answer && agreements.get(answer.model);
        return guess && answer && agreement ? withAnswer(guess, answer.labels, agreement) : ask ? undefined : guess;
      });
    },
    report: async (filter) => {
      if (!ask) return null;
      const { texts, ...counts } = total;
      const { hooks: matching, unasked, examples } = await selectUnaskedTexts(db, filter, ask.model.name, linesPerCall);
      const most = ask.model.estimate(examples);
      const perText = texts > 0 ? counts.tokens / texts : (most.input + most.output) / Math.max(1, examples.length);
      return { ...counts, matching, tokens_for_all: Math.round(perText * unasked) };
    },
  };
}

// Applies relabelled hooks in the caller's transaction: one edit, one catalog version, and one announcement of the published hooks.

type ApplyLabelsDeps = {
  actor: Actor;
  audit: Audit;
  announce: EditDeps['announce'];
  /** Details of the audit record. */
  details: Details;
};

/** `changed` counts hooks with another label or confidence; `skipped` counts hooks that changed after they were read. */
type AppliedLabels = { editId: string | null; changed: number; published: number; skipped: number };

/**
 * Applies the changes of relabelHook(). Skips hooks that changed after selectRelabelable() read them. Changes that are invisible to clients
 * create no version. Published hooks are announced. Without remaining changes, no edit is created.
 */
export async function applyLabels(
  trx: Trx,
  changes: readonly LabelChange[],
  deps: ApplyLabelsDeps,
): Promise<AppliedLabels> {
  await createStaging(trx);
  await stageChanges(trx, changes);
  await lockCatalog(trx);
  const skipped = await lockStaged(trx);
  const applied = await applyLocked(trx, deps);
  await dropStaging(trx);
  return { ...applied, skipped };
}

/** Applies the changes of hooks that are staged and locked (store-relabel.ts). */
export async function applyLocked(
  trx: Trx,
  { actor, audit, announce, details }: ApplyLabelsDeps,
): Promise<Omit<AppliedLabels, 'skipped'>> {
  const { staged, published, seen } = await countStaged(trx);
  if (staged === 0) return { editId: null, changed: 0, published: 0 };
  const editId = newId('edit');
  const now = new Date();
  const added = published > 0 ? await selectPublishedIds(trx) : [];
  const version = seen > 0 ? await nextVersion(trx) : undefined;
  await applyStaged(trx, { editId, now, version, publishes: published > 0 });
  await insertEdit(trx, {
    id: editId,
    action: 'relabelled',
    labels: '{}',
    hooks: staged,
    event_id: added.length > 0 ? await announce(trx, added, now) : undefined,
    actor_kind: actor.kind,
    operator_email: actor.operatorEmail,
  });
  await audit({ action: 'labels.run', subject: editId, details: { hooks: staged, published, ...details } });
  return { editId, changed: staged, published };
}

// Labels pending hooks with a language model: queries it for hooks with uncertain labels, and publishes those that become certain.

export type LabelPendingDeps = AskDeps & {
  announce: EditDeps['announce'];
  /** A label with a lower confidence keeps its hook pending. */
  floors: Floors;
};

type LabelWaitingReport = {
  /** Texts sent to the model. */
  asked: number;
  answered: number;
  /** Hooks whose labels changed. */
  changed: number;
  published: number;
  tokens: number;
  /** Reason why some pending hooks were not sent to the model. */
  stop: Stop | undefined;
  /** Whether this run caused the stop, rather than an earlier one. */
  isNewStop: boolean;
};

/** Maximum number of hooks per catalog version. */
const hooksPerVersion = 200;
const textsPerRound = 200;

/** Never sends a text twice, so it can be interrupted and restarted at any time. */
export async function labelPending(deps: LabelPendingDeps, signal: AbortSignal): Promise<LabelWaitingReport> {
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
  // An interrupted run may have stored answers, and former hooks may have had the same texts.
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
    const { answers, asked, tokens, stop: stopped } = await labelTexts(deps, texts, signal);
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

type SettleDeps = LabelPendingDeps & { labeller: Labeller; agreement: Agreement };

/** Applies the combined labels of guesses and answers to pending hooks, in edits of 200 hooks that can be undone. */
async function settleAnswered(
  { db, model, announce, floors, labeller, agreement }: SettleDeps,
  textKeys: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<{ changed: number; published: number }> {
  const total = { changed: 0, published: 0 };
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const answered = await selectAnswered(db, model.name, { textKeys, after, limit: hooksPerVersion });
    const labels = new Map(answered.map((hook) => [hook.id, hook.labels]));
    const filter = { state: 'pending', reason: askedReasons } as const;
    const hooks = await selectRelabelable(db, filter, { ids: [...labels.keys()], after, limit: hooksPerVersion });
    const changes = hooks.flatMap((hook) => {
      const answer = labels.get(hook.id);
      if (!answer) return [];
      const guesses = withAnswer(labeller.guess(toLabelInput(hook)), answer, agreement);
      return relabelHook(hook, guesses, floors).change ?? [];
    });
    if (changes.length > 0) {
      const details = { method: 'llm', model: model.name };
      const applied = await commit(bySystem(db), (trx, audit) =>
        applyLabels(trx, changes, { actor: system, audit, announce, details }),
      );
      total.changed += applied.changed;
      total.published += applied.published;
    }
    if (answered.length < hooksPerVersion) return total;
    after = answered.at(-1)?.id ?? after;
  }
}
