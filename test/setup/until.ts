// Polls for what can only be queried, such as the state of another process.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** A loaded machine is slow. */
const timeoutMs = 120_000;
/** Polling without a pause would take the CPU from the work that is waited for; long waits are polled less often. */
const minPauseMs = 25;
const maxPauseMs = 500;

/** Queries until the answer is accepted and returns it. Fails after two minutes, with the last answer. */
export async function until<T>(query: () => Promise<T>, isAccepted: (answer: T) => boolean): Promise<T> {
  for (const startedAt = performance.now(); ; ) {
    const answer = await query();
    if (isAccepted(answer)) return answer;
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs < timeoutMs, `not in ${timeoutMs} ms: ${JSON.stringify(answer)}`);
    await pause(Math.min(Math.max(minPauseMs, waitedMs / 10), maxPauseMs));
  }
}
