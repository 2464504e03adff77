// Retry policy: whether a failed request is retried, and after which delay.
import { HooklineConnectionError, HooklineError } from '../errors.ts';

export type RetryPolicy = {
  /** Most retries of a request. */
  retries: number;
  /** Delay before the first retry; doubles with each retry. */
  retryDelayMs: number;
  /** Longest delay; an error whose Retry-After is longer is thrown. */
  maxRetryDelayMs: number;
};

/** Quotas of a day or a month reset too late for a retry. */
const quotaCodes: readonly string[] = ['quota_exceeded', 'export_quota_exceeded'];

/** Milliseconds until the next attempt, or undefined if the error is to be thrown. `failures` is the number of failed attempts. */
export function retryDelayMs(
  error: unknown,
  { failures, isIdempotent, policy }: { failures: number; isIdempotent: boolean; policy: RetryPolicy },
): number | undefined {
  if (failures > policy.retries) return undefined;
  if (error instanceof HooklineConnectionError) return isIdempotent ? backoffMs(failures, policy) : undefined;
  if (!(error instanceof HooklineError) || quotaCodes.includes(error.code)) return undefined;
  if (!isIdempotent && !wasNotProcessed(error)) return undefined;
  const isTransient = error.status === 429 || error.status === 408 || error.status >= 500;
  if (!isTransient) return undefined;
  if (error.retryAfterSeconds === undefined) return backoffMs(failures, policy);
  const retryAfterMs = error.retryAfterSeconds * 1000;
  return retryAfterMs <= policy.maxRetryDelayMs ? retryAfterMs : undefined;
}

/** The service refused the request before processing it, so any method may be retried. */
function wasNotProcessed({ status, code }: HooklineError): boolean {
  return status === 429 || code === 'unavailable';
}

/** Jitter of up to half the delay: clients that failed together must not retry together. */
function backoffMs(failures: number, policy: RetryPolicy): number {
  const delayMs = Math.min(policy.maxRetryDelayMs, policy.retryDelayMs * 2 ** (failures - 1));
  return delayMs * (0.5 + Math.random() / 2);
}

/** Resolves after `ms`, or rejects with the signal's reason when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
