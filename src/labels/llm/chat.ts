// Sends one question to any OpenAI-compatible provider. Returns the answer's text or a fault, and the tokens used.

import { APIConnectionTimeoutError, APIError } from 'openai/error';
import { z } from 'zod';
import { type ClientOptions, openClient } from './open-client.ts';
import { labelQuestion } from './question.ts';

/** `timeoutMs` is the timeout of the whole call. */
export type ChatOptions = ClientOptions & { model: string };

type Question = {
  system: string;
  message: string;
  /** JSON Schema of the answer, in the subset of strict structured outputs. */
  schema: Record<string, unknown>;
  schemaName: string;
  /** Maximum tokens of the call; `output` is the limit of the answer. */
  most: Tokens;
  /** Default: the model's. */
  temperature?: number;
};

/** `fault`: why the content is not a valid answer. `tokens`: tokens used, as far as known. */
type ChatReply = { tokens: Tokens } & (
  | { content: string; fault: string | undefined; stop?: undefined }
  | { content?: undefined; fault?: undefined; stop: ProviderStop }
);

export type Chat = {
  /** Maximum tokens of a call; `most` is the question's own maximum. */
  estimate: (most: Tokens) => Tokens;
  /** Makes one call. Rejects only when `signal` aborts. */
  ask: (question: Question, signal: AbortSignal) => Promise<ChatReply>;
};

/** The output limit of reasoning models includes tokens that they do not show. */
const hiddenTokens = 4000;
const none: Tokens = { input: 0, output: 0 };

export async function openChat(options: ChatOptions): Promise<Chat> {
  const { model, key, timeoutMs } = options;
  const client = await openClient(options);
  /** Parameters that the provider rejected. */
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
    // The client's own timeout ends with the response headers.
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
      if (isContentFilter(error)) return { content: '', fault: 'the provider filtered it', tokens: none };
      if (deadline.aborted) return { stop: timeoutStop, tokens: most };
      const stop = stopOf(error, key);
      return { stop, tokens: stop.kind === 'timeout' ? most : none };
    }
  }
  return { estimate, ask };
}

const timeoutStop: ProviderStop = { kind: 'timeout', reason: 'The language model timed out.' };

// Completion of a provider: its text, a fault, and the tokens used. Providers differ, so everything is validated.

/** Upper limit that no call exceeds. */
const tokens = z.number().min(0).max(1e8);

const schema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

type Completion = { content: string; fault: string | undefined; usage: Tokens | undefined };

const faultOfReason: Readonly<Record<string, string>> = {
  length: 'the response was cut off at its token limit',
  content_filter: 'the provider filtered it',
};

function readCompletion(response: unknown): Completion | { stop: ProviderStop } {
  const { data } = schema.safeParse(response);
  if (!data) {
    const reason = 'The response is not a chat completion. Check HOOKLINE_LLM_URL: it usually ends with /v1.';
    return { stop: { kind: 'refused', reason } };
  }
  const { usage, choices } = data;
  const [choice] = choices;
  const content = choice?.message.content ?? '';
  return {
    content,
    fault: choice?.message.refusal ? 'the model refused' : faultOfReason[choice?.finish_reason ?? ''],
    usage: usage ? { input: Math.round(usage.prompt_tokens), output: Math.round(usage.completion_tokens) } : undefined,
  };
}

// Token counts, estimated before a call.

/** Overestimates English for most tokenizers, and is about right for other scripts. */
const bytesPerToken = 3;
const outputPerLine = 100;
const outputPerCall = 100;

export type Tokens = { input: number; output: number };

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** Some providers count the schema too. */
const tokensOfQuestion = () =>
  estimateTokens(labelQuestion().system) + estimateTokens(JSON.stringify(labelQuestion().schema));

/** Maximum tokens of a call with this message; `output` is the limit of its answer. */
export function maxTokens(message: string, lines: number): Tokens {
  return { input: tokensOfQuestion() + estimateTokens(message), output: outputPerCall + lines * outputPerLine };
}

// Why a provider does not answer, and when the next call is allowed.

export type ProviderStop = {
  /** `refused`: the provider refuses until its settings are changed. */
  kind: 'rate_limit' | 'refused' | 'timeout' | 'unavailable';
  /** A sentence for operators. */
  reason: string;
  /** From the provider's Retry-After; absent if it sends none. */
  retryAfterMs?: number;
};

const minute = 60_000;
const waitMs: Readonly<Record<ProviderStop['kind'], number>> = {
  rate_limit: minute,
  timeout: 5 * minute,
  unavailable: 5 * minute,
  refused: 60 * minute,
};

/** Milliseconds until the next call is allowed. */
export function waitOf({ kind, retryAfterMs = waitMs[kind] }: ProviderStop): number {
  return retryAfterMs;
}

const maxReason = 300;
/** Upper limit, since a wrong header must not stop all questions for good. */
const maxRetryAfterMs = 24 * 3_600_000;

/** The reason never contains `key`. `subject`: what failed, at the start of a sentence. */
export function stopOf(
  error: unknown,
  key: string | undefined,
  subject = 'The language model',
  now = Date.now(),
): ProviderStop {
  if (error instanceof APIConnectionTimeoutError) return { kind: 'timeout', reason: `${subject} timed out.` };
  const { status, headers } = error instanceof APIError ? error : {};
  const said = withoutKey(messageOf(error).replaceAll('\0', ''), key).slice(0, maxReason);
  if (status === undefined) return { kind: 'unavailable', reason: sentence(`${subject} cannot be reached: ${said}`) };
  const reason = sentence(`${subject} responded with ${said}`);
  const retryAfterMs = readRetryAfter(headers?.get('retry-after'), now);
  if (status === 429) return { kind: 'rate_limit', reason, retryAfterMs };
  if (status >= 500 || status === 408 || status === 409) return { kind: 'unavailable', reason, retryAfterMs };
  return { kind: 'refused', reason };
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Returns the parameter of ours that the model does not support. */
function rejectedParameter(error: unknown): 'temperature' | 'max_tokens' | undefined {
  if (!(error instanceof APIError) || error.status !== 400) return undefined;
  return error.param === 'temperature' || error.param === 'max_tokens' ? error.param : undefined;
}

/** Some providers answer 400 instead of a completion. */
function isContentFilter(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && error.code === 'content_filter';
}

/** Fetch wraps the cause of an error in others; the innermost has the message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message !== '' ? messageOf(cause) : message;
}

/** Providers often repeat the key that they refuse. */
function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '…') : text;
}

/** Parses seconds or a date. */
function readRetryAfter(text: string | null | undefined, now: number): number | undefined {
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}
