// Everything this client throws of its own accord, and how to tell one from another.
import type { Export, Problem } from './openapi.ts';

/**
 * The codes of docs/errors.md. A newer service may have more of them, so leave room for a default.
 *
 * @example
 * ```ts
 * const worthALater: ErrorCode[] = ['quota_exceeded', 'rate_limited', 'unavailable'];
 * ```
 */
export type ErrorCode = Problem['code'];

/**
 * Thrown when the service refuses or fails. `message` says how to mend the request; `code` is what to branch on.
 *
 * @example
 * ```ts
 * try {
 *   await hookline.hooks.list({ niche: 'finnance' });
 * } catch (error) {
 *   if (!(error instanceof HooklineError)) throw error;
 *   console.log(error.status, error.code, error.message, error.requestId);
 *   for (const fault of error.errors) console.log(fault.parameter, fault.did_you_mean);
 * }
 * ```
 */
export class HooklineError extends Error {
  override readonly name = 'HooklineError';
  readonly status: number;
  /** `unknown` where the answer is not Hookline's, such as a proxy's 502. */
  readonly code: ErrorCode | 'unknown';
  /** The single faults, where there are several. */
  readonly errors: NonNullable<Problem['errors']>;
  /** What to name when you report it. */
  readonly requestId: string | undefined;
  /** Seconds until a retry can succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** The same as a moment: for `quota_exceeded` the end of the day or the month. */
  readonly resetsAt: Date | undefined;
  /** Of `plan_required`: the first plan that has the endpoint. */
  readonly requiredPlan: string | undefined;
  /** The problem document as it came. */
  readonly problem: Problem | undefined;

  constructor(status: number, problem: Problem | undefined, headers: Headers) {
    super(problem?.detail ?? `The answer was ${status}, without a problem document.`);
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
    if (this.retryAfterSeconds !== undefined) this.resetsAt = new Date(Date.now() + this.retryAfterSeconds * 1000);
    if (typeof problem?.required_plan === 'string') this.requiredPlan = problem.required_plan;
    this.problem = problem;
  }
}

/**
 * Whether it is a refusal, and one of these where codes are given.
 *
 * @example
 * ```ts
 * try {
 *   await hookline.hooks.get('hook_999999999');
 * } catch (error) {
 *   if (!isHooklineError(error, 'not_found', 'gone')) throw error;
 *   console.log('There is no such hook.');
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
 * Thrown when no answer came, or broke off, also after the retries. `cause` is what the platform said.
 *
 * @example
 * ```ts
 * const nowhere = createHookline({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
 * const error = await nowhere.meta().catch((error) => error);
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
 * Thrown when an answer took longer than `timeoutMs`. It is a HooklineConnectionError too.
 *
 * @example
 * ```ts
 * const hasty = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl, timeoutMs: 1, retries: 0 });
 * const error = await hasty.meta().catch((error) => error);
 * if (error instanceof HooklineTimeoutError) console.log(`Nothing came in ${error.timeoutMs} ms.`);
 * ```
 */
export class HooklineTimeoutError extends HooklineConnectionError {
  override readonly name = 'HooklineTimeoutError';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The service did not answer within ${timeoutMs} ms.`);
    this.timeoutMs = timeoutMs;
  }
}

/**
 * Thrown when an export ended without a file (`reason` is its status), or when the bytes that came are not those of the
 * file (`corrupt`).
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

/** Seconds, from a number of them or from a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
