// Why an endpoint gives no answers, and when it may be asked again.
import { APIConnectionTimeoutError, APIError } from 'openai/error';

export type EndpointStop = {
  /** `refused`: it answers the same until somebody changes something. */
  kind: 'rate_limit' | 'refused' | 'timeout' | 'unavailable';
  /** A sentence for operators. */
  reason: string;
  /** As long as the endpoint asks; absent if it does not. */
  retryAfterMs?: number;
};

const minute = 60_000;
const waitMs: Readonly<Record<EndpointStop['kind'], number>> = {
  rate_limit: minute,
  timeout: 5 * minute,
  unavailable: 5 * minute,
  refused: 60 * minute,
};

/** Until the endpoint may be asked again. */
export function waitOf({ kind, retryAfterMs = waitMs[kind] }: EndpointStop): number {
  return retryAfterMs;
}

const maxReason = 300;
/** A mistaken header must not stop the questions for good. */
const maxRetryAfterMs = 24 * 3_600_000;

/** `key` never stands in the reason. `subject`: what failed, at the start of a sentence. */
export function stopOf(
  error: unknown,
  key: string | undefined,
  subject = 'The language model',
  now = Date.now(),
): EndpointStop {
  if (error instanceof APIConnectionTimeoutError)
    return { kind: 'timeout', reason: `${subject} did not answer in time.` };
  const { status, headers } = error instanceof APIError ? error : {};
  const said = withoutKey(messageOf(error).replaceAll('\0', ''), key).slice(0, maxReason);
  if (status === undefined) return { kind: 'unavailable', reason: sentence(`${subject} cannot be reached: ${said}`) };
  const reason = sentence(`${subject} answered ${said}`);
  const retryAfterMs = readRetryAfter(headers?.get('retry-after'), now);
  if (status === 429) return { kind: 'rate_limit', reason, retryAfterMs };
  if (status >= 500 || status === 408 || status === 409) return { kind: 'unavailable', reason, retryAfterMs };
  return { kind: 'refused', reason };
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A parameter of ours that the model does not take. */
export function rejectedParameter(error: unknown): 'temperature' | 'max_tokens' | undefined {
  if (!(error instanceof APIError) || error.status !== 400) return undefined;
  return error.param === 'temperature' || error.param === 'max_tokens' ? error.param : undefined;
}

/** Some endpoints answer 400 instead of a completion. */
export function isContentFilter(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && error.code === 'content_filter';
}

/** Fetch wraps what happened in causes, of which the innermost says it. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message !== '' ? messageOf(cause) : message;
}

/** Endpoints like to repeat the key that they refuse. */
function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '…') : text;
}

/** Seconds or a date. */
function readRetryAfter(text: string | null | undefined, now: number): number | undefined {
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}
