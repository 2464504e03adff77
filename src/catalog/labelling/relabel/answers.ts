// Adds what language models say about the texts of hooks to the guesses of their labels.
import type { Database } from '../../../db/database.ts';
import type { LabelGuesses } from '../../../labels/labeller.ts';
import { linesPerCall } from '../../../labels/llm/question.ts';
import { type Agreement, withAnswer } from '../../../labels/llm/with-answer.ts';
import { measureAgreement } from '../llm/agreement.ts';
import { type AskDeps, askTexts } from '../llm/ask-texts.ts';
import type { RelabelReport } from './relabel.ts';
import type { Relabelable } from './relabel-hook.ts';
import { type RelabelFilter, selectNewestAnswers, selectUnaskedTexts } from './store-relabel.ts';

export type Answers = {
  /** In the order of the hooks. Of a model that is asked, undefined for hooks without a valid answer. */
  combine: (hooks: readonly Relabelable[], guesses: readonly LabelGuesses[]) => Promise<(LabelGuesses | undefined)[]>;
  report: (filter: RelabelFilter) => Promise<RelabelReport['llm']>;
};

/** Answers that are stored always count, since labels of published hooks may be theirs. With `ask`, this model is asked for the others. */
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
    const { asked, tokens, answers, stop } = await askTexts(deps, hooks, signal);
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
