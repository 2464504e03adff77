// Polls for state that can only be queried, such as the state of another process.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** The timeout is long, since a busy machine is slow. */
const timeoutMs = 120_000;
/** Polling without a pause would take CPU from the awaited work; long waits are polled less often. */
const minPauseMs = 25;
const maxPauseMs = 500;

/** Queries until `isAccepted` accepts the result, and returns it. Fails after two minutes, with the last result. */
export async function until<T>(query: () => Promise<T>, isAccepted: (answer: T) => boolean): Promise<T> {
  for (const startedAt = performance.now(); ; ) {
    const answer = await query();
    if (isAccepted(answer)) return answer;
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs < timeoutMs, `not in ${timeoutMs} ms: ${JSON.stringify(answer)}`);
    await pause(Math.min(Math.max(minPauseMs, waitedMs / 10), maxPauseMs));
  }
}
