// One question to a model behind any OpenAI-compatible endpoint: the text of the answer, or why there is none, and the tokens it took.
import { readCompletion } from './completion.ts';
import { type EndpointStop, isContentFilter, rejectedParameter, stopOf } from './endpoint-stop.ts';
import { type ClientOptions, openClient } from './open-client.ts';
import { estimateTokens, type Tokens } from './tokens.ts';

/** `timeoutMs` is of the whole call. */
export type ChatOptions = ClientOptions & { model: string };

type Question = {
  system: string;
  message: string;
  /** JSON Schema of the answer, in the subset of strict structured outputs. */
  schema: Record<string, unknown>;
  schemaName: string;
  /** The most tokens that it can take; `output` is the limit of the answer. */
  most: Tokens;
  /** Default that of the model. */
  temperature?: number;
};

/** `fault` is why the content is no answer. `tokens` is what the call took as far as it is known. */
type ChatReply = { tokens: Tokens } & (
  | { content: string; fault: string | undefined; stop?: undefined }
  | { content?: undefined; fault?: undefined; stop: EndpointStop }
);

export type Chat = {
  /** The most that a call can take, of which a question alone takes `most`. */
  estimate: (most: Tokens) => Tokens;
  /** Asks once. Rejects only when `signal` aborts. */
  ask: (question: Question, signal: AbortSignal) => Promise<ChatReply>;
};

/** The limit of models that reason before they answer includes what they do not show. */
const hiddenTokens = 4000;
const none: Tokens = { input: 0, output: 0 };

export async function openChat(options: ChatOptions): Promise<Chat> {
  const { model, key, timeoutMs } = options;
  const client = await openClient(options);
  /** Parameters that the endpoint rejected. */
  const rejected = new Set<string>();

  function estimate({ input, output }: Tokens): Tokens {
    return { input, output: rejected.has('max_tokens') ? output + hiddenTokens : output };
  }

  function complete(question: Question, limit: number, signal: AbortSignal): Promise<unknown> {
    const { system, message, schema, schemaName, temperature } = question;
    const body = {
      model,
      messages: [
        { role: 'system' as const, content: system },
        { role: 'user' as const, content: message },
      ],
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: schemaName, strict: true, schema },
      },
      ...(temperature === undefined || rejected.has('temperature') ? {} : { temperature }),
      ...(rejected.has('max_tokens') ? { max_completion_tokens: limit } : { max_tokens: limit }),
    };
    return client.chat.completions.create(body, { signal });
  }

  async function ask(question: Question, signal: AbortSignal): Promise<ChatReply> {
    const most = estimate(question.most);
    // The client's own timeout ends with the headers of the response.
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const completion = readCompletion(await complete(question, most.output, AbortSignal.any([signal, deadline])));
      if ('stop' in completion) return { stop: completion.stop, tokens: none };
      const { content, fault, usage } = completion;
      return { content, fault, tokens: usage ?? { input: most.input, output: estimateTokens(content) } };
    } catch (error) {
      signal.throwIfAborted();
      const parameter = rejectedParameter(error);
      if (parameter !== undefined && !rejected.has(parameter)) {
        rejected.add(parameter);
        return ask(question, signal);
      }
      if (isContentFilter(error)) return { content: '', fault: 'the endpoint filters it', tokens: none };
      if (deadline.aborted) return { stop: timeoutStop, tokens: most };
      const stop = stopOf(error, key);
      return { stop, tokens: stop.kind === 'timeout' ? most : none };
    }
  }
  return { estimate, ask };
}

const timeoutStop: EndpointStop = { kind: 'timeout', reason: 'The language model did not answer in time.' };
