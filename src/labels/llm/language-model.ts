// Client of a language model behind any OpenAI-compatible endpoint.
import { type LineAnswer, readAnswer } from './answer.ts';
import { readCompletion } from './completion.ts';
import { type EndpointStop, isContentFilter, rejectedParameter, stopOf } from './endpoint-stop.ts';
import { openClient } from './open-client.ts';
import { answerSchema, numberLines, systemPrompt, toMessage, versionedName } from './question.ts';
import { estimateTokens, maxTokens, type Tokens } from './tokens.ts';

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
/** The limit of models that reason before they answer includes what they do not show. */
const hiddenTokens = 4000;
const none: Tokens = { input: 0, output: 0 };

export async function openLanguageModel(options: LanguageModelOptions): Promise<LanguageModel> {
  const { model, key, timeoutMs = defaultTimeoutMs } = options;
  const client = await openClient({ ...options, timeoutMs });
  /** Parameters that the endpoint rejected. */
  const rejected = new Set<string>();

  function estimate(texts: readonly string[]): Tokens {
    const { input, output } = maxTokens(toMessage(numberLines(texts)), texts.length);
    return { input, output: rejected.has('max_tokens') ? output + hiddenTokens : output };
  }

  async function complete(message: string, limit: number, signal: AbortSignal): Promise<unknown> {
    const body = {
      model,
      messages: [
        { role: 'system' as const, content: systemPrompt },
        { role: 'user' as const, content: message },
      ],
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: 'labels', strict: true, schema: answerSchema },
      },
      ...(rejected.has('temperature') ? {} : { temperature: 0 }),
      ...(rejected.has('max_tokens') ? { max_completion_tokens: limit } : { max_tokens: limit }),
    };
    return client.chat.completions.create(body, { signal });
  }

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<Reply> {
    const lines = numberLines(texts);
    const message = toMessage(lines);
    const most = estimate(texts);
    try {
      const completion = readCompletion(await complete(message, most.output, signal));
      if ('stop' in completion) return { stop: completion.stop, tokens: none };
      const { content, fault, usage } = completion;
      const ids = lines.map(({ id }) => id);
      const answers = fault === undefined ? readAnswer(content, ids) : ids.map(() => ({ fault }));
      return { answers, tokens: usage ?? { input: most.input, output: estimateTokens(content) } };
    } catch (error) {
      signal.throwIfAborted();
      const parameter = rejectedParameter(error);
      if (parameter !== undefined && !rejected.has(parameter)) {
        rejected.add(parameter);
        return ask(texts, signal);
      }
      if (isContentFilter(error))
        return { answers: texts.map(() => ({ fault: 'the endpoint filters it' })), tokens: none };
      const stop = stopOf(error, key);
      return { stop, tokens: stop.kind === 'timeout' ? most : none };
    }
  }
  return { name: versionedName(model), estimate, ask };
}
