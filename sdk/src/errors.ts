// Errors that the client throws.
import type { Export, Problem } from './openapi.ts';

/**
 * Error codes, as in docs/errors.md. A newer version of the service may add codes, so handle unknown ones.
 *
 * @example
 * ```ts
 * const retryLater: ErrorCode[] = ['quota_exceeded', 'rate_limited', 'unavailable'];
 * ```
 */
export type ErrorCode = Problem['code'];

/**
 * Thrown for a 4xx or 5xx response. `message` describes how to fix the request; branch on `code`.
 *
 * @example
 * ```ts
 * try {
 *   await hookline.hooks.list({ niche: 'finnance' });
 * } catch (error) {
 *   if (!(error instanceof HooklineError)) throw error;
 *   console.log(error.status, error.code, error.message, error.requestId);
 *   for (const { parameter, did_you_mean } of error.errors) console.log(parameter, did_you_mean);
 * }
 * ```
 */
export class HooklineError extends Error {
  override readonly name = 'HooklineError';
  readonly status: number;
  /** `unknown` if the response is not from Hookline, such as a proxy's 502. */
  readonly code: ErrorCode | 'unknown';
  /** Each invalid parameter or field; may be empty. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** Seconds until a retry can succeed, from Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  /** Time at which a retry can succeed: for `quota_exceeded` the end of the day or the month. */
  readonly resetsAt: Date | undefined;
  /** Lowest plan that includes the endpoint, for `plan_required`. */
  readonly requiredPlan: string | undefined;
  /** Scope that the key lacks, for `scope_required`. */
  readonly requiredScope: string | undefined;
  /** The problem document of the response. */
  readonly problem: Problem | undefined;

  constructor(status: number, problem: Problem | undefined, headers: Headers) {
    super(problem?.detail ?? `The response (status ${status}) is not from Hookline. Check the base URL and proxies.`);
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
    if (this.retryAfterSeconds !== undefined) this.resetsAt = new Date(Date.now() + this.retryAfterSeconds * 1000);
    if (typeof problem?.required_plan === 'string') this.requiredPlan = problem.required_plan;
    if (typeof problem?.required_scope === 'string') this.requiredScope = problem.required_scope;
    this.problem = problem;
  }
}

/**
 * Whether `error` is a HooklineError, with one of `codes` if any are given.
 *
 * @example
 * ```ts
 * try {
 *   await hookline.hooks.get('hook_999999999');
 * } catch (error) {
 *   if (!isHooklineError(error, 'not_found', 'gone')) throw error;
 *   console.log('Hook not found.');
 * }
 * ```
 */
export function isHooklineError<Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is HooklineError & { code: Code } {
  if (!(error instanceof HooklineError)) return false;
  return codes.length === 0 || (codes as string[]).includes(error.code);
}

/**
 * Thrown when the service can't be reached or the connection is lost, after all retries. `cause` is the platform's error.
 *
 * @example
 * ```ts
 * const unreachable = createHookline({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
 * const error = await unreachable.meta().catch((error) => error);
 * if (error instanceof HooklineConnectionError) console.log(error.message);
 * ```
 */
export class HooklineConnectionError extends Error {
  override readonly name: string = 'HooklineConnectionError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/**
 * Thrown when a response takes longer than `timeoutMs`. A subclass of HooklineConnectionError.
 *
 * @example
 * ```ts
 * const impatient = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl, timeoutMs: 1, retries: 0 });
 * const error = await impatient.meta().catch((error) => error);
 * if (error instanceof HooklineTimeoutError) console.log(`Timed out after ${error.timeoutMs} ms.`);
 * ```
 */
export class HooklineTimeoutError extends HooklineConnectionError {
  override readonly name = 'HooklineTimeoutError';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`Hookline did not respond within ${timeoutMs} ms.`);
    this.timeoutMs = timeoutMs;
  }
}

/**
 * Thrown when an export has no file (`reason` is its status) or when the downloaded bytes differ from the file
 * (`corrupt`).
 *
 * @example
 * ```ts
 * try {
 *   await hookline.exports.run({ format: 'jsonl' });
 * } catch (error) {
 *   if (!(error instanceof HooklineExportError)) throw error;
 *   console.log(error.reason, error.record.error);
 * }
 * ```
 */
export class HooklineExportError extends Error {
  override readonly name = 'HooklineExportError';
  readonly reason: 'failed' | 'canceled' | 'expired' | 'corrupt';
  readonly record: Export;

  constructor(reason: HooklineExportError['reason'], message: string, record: Export) {
    super(message);
    this.reason = reason;
    this.record = record;
  }
}

/** Seconds, from a header in seconds or as a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
