// Language model that labels lines.
import { type LineAnswer, readAnswer } from './answer.ts';
import { openChat } from './chat.ts';
import type { EndpointStop } from './endpoint-stop.ts';
import { answerSchema, numberLines, systemPrompt, toMessage, versionedName } from './question.ts';
import { maxTokens, type Tokens } from './tokens.ts';

export type LanguageModelOptions = {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string;
  /** Bearer key; local servers need none. */
  key: string | undefined;
  model: string;
  /** Of a call. Default 180 s. */
  timeoutMs?: number;
};

/** Answers in the order of the texts, or why the endpoint gave none. `tokens` is what the call took as far as it is known. */
export type Reply = { tokens: Tokens } & (
  | { answers: LineAnswer[]; stop?: undefined }
  | { answers?: undefined; stop: EndpointStop }
);

export type LanguageModel = {
  /** Of the model with the version of the question. */
  name: string;
  /** The most that a call can take. */
  estimate: (texts: readonly string[]) => Tokens;
  /** Asks about 20 texts at most, once. Rejects only when `signal` aborts. */
  ask: (texts: readonly string[], signal: AbortSignal) => Promise<Reply>;
};

/** Slow machines take minutes for 20 lines. */
const defaultTimeoutMs = 180_000;

export async function openLanguageModel(options: LanguageModelOptions): Promise<LanguageModel> {
  const { timeoutMs = defaultTimeoutMs } = options;
  const chat = await openChat({ ...options, timeoutMs });

  return {
    name: versionedName(options.model),
    estimate: (texts) => chat.estimate(maxTokens(toMessage(numberLines(texts)), texts.length)),
    async ask(texts, signal) {
      const lines = numberLines(texts);
      const message = toMessage(lines);
      const most = maxTokens(message, texts.length);
      const question = {
        system: systemPrompt,
        message,
        schema: answerSchema,
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
