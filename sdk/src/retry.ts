// When a request that failed is sent again, and after how long. Pure but for the dice.
import { HooklineConnectionError, HooklineError } from './errors.ts';

export type RetryPolicy = {
  /** How often a request is sent again at most. */
  retries: number;
  /** Before the first retry; each further one waits twice as long. */
  retryDelayMs: number;
  /** No wait is longer: what asks for more is thrown. */
  maxRetryDelayMs: number;
};

/** A day or a month that is used up is not worth waiting for. */
const exhausted: readonly string[] = ['quota_exceeded', 'export_quota_exceeded'];

/** Milliseconds until the next attempt, or undefined where there should be none. `failures` counts those so far, from 1. */
export function retryDelayMs(
  error: unknown,
  { failures, isRepeatable, policy }: { failures: number; isRepeatable: boolean; policy: RetryPolicy },
): number | undefined {
  if (failures > policy.retries) return undefined;
  if (error instanceof HooklineConnectionError) return isRepeatable ? backOffMs(failures, policy) : undefined;
  if (!(error instanceof HooklineError) || exhausted.includes(error.code)) return undefined;
  if (!isRepeatable && !wasRefusedUnseen(error)) return undefined;
  const isPassing = error.status === 429 || error.status === 408 || error.status >= 500;
  if (!isPassing) return undefined;
  if (error.retryAfterSeconds === undefined) return backOffMs(failures, policy);
  const toldMs = error.retryAfterSeconds * 1000;
  return toldMs <= policy.maxRetryDelayMs ? toldMs : undefined;
}

/** Such a request did nothing yet, so that whatever it is may be sent again. */
function wasRefusedUnseen({ status, code }: HooklineError): boolean {
  return status === 429 || code === 'unavailable';
}

/** Between half and all of the delay, so that clients that failed together do not come back together. */
function backOffMs(failures: number, policy: RetryPolicy): number {
  const most = Math.min(policy.maxRetryDelayMs, policy.retryDelayMs * 2 ** (failures - 1));
  return most * (0.5 + Math.random() / 2);
}

/** Resolves after so long, or rejects with the signal's reason as soon as it is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
