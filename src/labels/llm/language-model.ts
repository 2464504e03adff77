// Language model that labels lines.

import { z } from 'zod';
import { type Guess, type LabelGuess, maxConfidence, type RequiredLabel, requiredLabels } from '../label.ts';
import type { LabelGuesses } from '../labeller.ts';
import { maxTokens, openChat, type ProviderStop, type Tokens } from './chat.ts';
import { type AskedText, type LlmLabels, labelQuestion, numberLines, toMessage, versionedName } from './question.ts';

export type LanguageModelOptions = {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string;
  /** Bearer key; local servers need none. */
  key: string | undefined;
  model: string;
  /** Timeout of a call. Default 180 s. */
  timeoutMs?: number;
};

/** Answers in the order of the texts, or why the provider sent none. `tokens`: tokens used, as far as known. */
export type Reply = { tokens: Tokens } & (
  | { answers: LineAnswer[]; stop?: undefined }
  | { answers?: undefined; stop: ProviderStop }
);

export type LanguageModel = {
  /** Model name with the version of the question, which changes with operators' values. */
  readonly name: string;
  /** Maximum tokens of a call. */
  estimate: (texts: readonly AskedText[]) => Tokens;
  /** Makes one call for at most about 20 texts. Rejects only when `signal` aborts. */
  ask: (texts: readonly AskedText[], signal: AbortSignal) => Promise<Reply>;
};

/** Slow machines take minutes for 20 lines. */
const defaultTimeoutMs = 180_000;

export async function openLanguageModel(options: LanguageModelOptions): Promise<LanguageModel> {
  const { timeoutMs = defaultTimeoutMs } = options;
  const chat = await openChat({ ...options, timeoutMs });

  return {
    get name() {
      return versionedName(options.model);
    },
    estimate: (texts) => chat.estimate(maxTokens(toMessage(numberLines(texts)), texts.length)),
    async ask(texts, signal) {
      const lines = numberLines(texts);
      const message = toMessage(lines);
      const most = maxTokens(message, texts.length);
      const { system, schema } = labelQuestion();
      const question = {
        system,
        message,
        schema,
        schemaName: 'labels',
        most,
        temperature: 0,
      };
      const { content, fault, stop, tokens } = await chat.ask(question, signal);
      if (stop) return { stop, tokens };
      const ids = lines.map(({ id }) => id);
      return { answers: fault === undefined ? readAnswer(content, ids) : ids.map(() => ({ fault })), tokens };
    },
  };
}

// Answer of a language model: the labels of each line in the question, or why it has none. Pure.

export type LineAnswer = { labels: LlmLabels; fault?: undefined } | { labels?: undefined; fault: string };

const envelope = z.object({ lines: z.array(z.unknown()) });
const withId = z.object({ id: z.number() });
const fences = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/;

/**
 * Returns an answer for each of `ids`, in order. Values outside the taxonomy, and missing or repeated lines, are faults of their line.
 * Broken JSON and unknown lines are faults of all lines, since labels can then not be assigned to lines.
 */
function readAnswer(content: string, ids: readonly number[]): LineAnswer[] {
  const all = (fault: string) => ids.map(() => ({ fault }));
  const parsed = envelope.safeParse(parseAnswer(content));
  if (!parsed.success)
    return all(content.trim() === '' ? 'the response is empty' : 'the response is not the requested JSON');
  const byId = new Map<number, unknown[]>();
  for (const line of parsed.data.lines) {
    const id = withId.safeParse(line).data?.id;
    if (id === undefined || !ids.includes(id)) return all('the response contains an unknown line');
    byId.set(id, [...(byId.get(id) ?? []), line]);
  }
  return ids.map((id) => readLine(byId.get(id) ?? []));
}

function readLine([line, ...others]: readonly unknown[]): LineAnswer {
  if (line === undefined) return { fault: 'the response lacks the line' };
  if (others.length > 0) return { fault: 'the response contains the line twice' };
  const { data, error } = labelQuestion().line.safeParse(line);
  const label = requiredLabels.find(
    (name) => data?.[name].length === 0 || error?.issues.some(({ path }) => path[0] === name),
  );
  if (label) return { fault: `the response has no valid ${label}` };
  if (!data) return { fault: 'the response has unknown members' };
  const { is_opening, archetype, emotional_trigger, niche } = data;
  const best = (values: readonly string[]) => values.slice(0, maxValues);
  return {
    labels: { is_opening, archetype: best(archetype), emotional_trigger: best(emotional_trigger), niche: best(niche) },
  };
}

/** Maximum number of values per label. */
const maxValues = 2;

/** Models without a schema often fence JSON. Any other text around it makes it invalid. */
export function parseAnswer(content: string): unknown {
  try {
    return JSON.parse(fences.exec(content)?.[1] ?? content);
  } catch {
    return undefined;
  }
}

// Combines the guesses of a hook with a language model's answer, as two independent sources.

/** Share of the model's answers that are right, by label. */
export type Agreement = Record<RequiredLabel, number>;

/** Guesses with an answer also have whether the text is an opening line. */
export type AnsweredGuesses = LabelGuesses & { isOpening?: boolean };

/** Labels with an answer have the method `llm`, even if the guess won. */
export function withAnswer(guesses: LabelGuesses, answer: LlmLabels, agreement: Agreement): AnsweredGuesses {
  const combined = { ...guesses, isOpening: answer.is_opening };
  for (const label of requiredLabels) combined[label] = combine(guesses[label], answer[label], agreement[label]);
  return combined;
}

/**
 * `p` and `q`: the probability that the guess or the answer is right. If the guess is one of the answered values, both are right or both
 * are wrong. If they differ, both cannot be right, and the more probable value wins. The answer `other` means that the guess is wrong, not
 * what is right.
 */
export function combine(guess: LabelGuess, [first = 'other', ...second]: readonly string[], q: number): LabelGuess {
  const value = second.includes(guess.value) ? guess.value : first;
  const p = guess.confidence;
  const method = 'llm' as const;
  if (guess.value === value) {
    const agreed = value === 'other' ? 0 : (p * q) / (p * q + (1 - p) * (1 - q));
    return { ...guess, method, confidence: Math.min(agreed, maxConfidence) };
  }
  const rest = 1 - p * q;
  const answered: Guess = { value, confidence: value === 'other' ? 0 : (q * (1 - p)) / rest };
  const guessed: Guess = { value: guess.value, confidence: (p * (1 - q)) / rest };
  const others = guess.alternatives
    .filter((one) => one.value !== value)
    .map((one) => ({ value: one.value, confidence: (one.confidence * (1 - q)) / rest }));
  const [best = answered, ...alternatives] = [answered, guessed, ...others].sort((a, b) => b.confidence - a.confidence);
  return { ...best, method, alternatives };
}
