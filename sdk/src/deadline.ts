// How long one step of a request may take: its signal is aborted by the caller's, or when a step has had its time.
import { HooklineConnectionError, HooklineError, HooklineTimeoutError } from './errors.ts';

export type Deadline = {
  signal: AbortSignal;
  /** Rejects with the caller's reason, with HooklineTimeoutError, or with HooklineConnectionError around what failed. */
  run: <T>(step: () => Promise<T>) => Promise<T>;
  /** Ends what is under way. */
  abort: () => void;
  /** Lets go of the caller's signal. */
  release: () => void;
};

// AbortSignal.any and AbortSignal.timeout would do, but on Node 20 the one leaks and the other keeps no process alive.
export function createDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const giveUp = () => controller.abort(outer?.reason);
  if (outer?.aborted) giveUp();
  outer?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    run: async (step) => {
      controller.signal.throwIfAborted();
      const timer = setTimeout(() => controller.abort(new HooklineTimeoutError(timeoutMs)), timeoutMs);
      try {
        return await step();
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : toOwnError(error);
      } finally {
        clearTimeout(timer);
      }
    },
    abort: () => controller.abort(),
    release: () => outer?.removeEventListener('abort', giveUp),
  };
}

function toOwnError(error: unknown): unknown {
  if (error instanceof HooklineError || error instanceof HooklineConnectionError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HooklineConnectionError(`The connection failed: ${reason}`, error);
}
