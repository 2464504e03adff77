// Deadline of a request: a signal that is aborted by the caller's signal or when one step exceeds the timeout.
import { HooklineConnectionError, HooklineError, HooklineTimeoutError } from '../errors.ts';

export type Deadline = {
  signal: AbortSignal;
  /** Rejects with the caller's abort reason, HooklineTimeoutError, or HooklineConnectionError with the error as `cause`. */
  run: <T>(step: () => Promise<T>) => Promise<T>;
  /** Aborts the step in progress. */
  abort: () => void;
  /** Removes the listener on the caller's signal. */
  release: () => void;
};

// On Node 20, AbortSignal.any leaks memory and AbortSignal.timeout does not keep the process alive, so neither is used.
export function createDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted) onAbort();
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    run: async (step) => {
      controller.signal.throwIfAborted();
      const timer = setTimeout(() => controller.abort(new HooklineTimeoutError(timeoutMs)), timeoutMs);
      try {
        return await step();
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : toConnectionError(error);
      } finally {
        clearTimeout(timer);
      }
    },
    abort: () => controller.abort(),
    release: () => outer?.removeEventListener('abort', onAbort),
  };
}

function toConnectionError(error: unknown): unknown {
  if (error instanceof HooklineError || error instanceof HooklineConnectionError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = /wrong version number/.test(message)
    ? 'the server does not use TLS. Use an http:// URL'
    : message.trim().replace(/\.$/, '');
  return new HooklineConnectionError(`Can't reach Hookline: ${reason}.`, error);
}
