// Waiting for what can only be asked for, such as the state of another process.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** A loaded machine is slow. */
const longestMs = 120_000;
/** Asking without a pause would take the processor from what is waited for, and what takes long is not asked for as often. */
const leastPauseMs = 25;
const longestPauseMs = 500;

/** Asks until the answer is enough, and gives it. Fails after two minutes, with the last one. */
export async function until<T>(ask: () => Promise<T>, isEnough: (answer: T) => boolean): Promise<T> {
  for (const startedAt = performance.now(); ; ) {
    const answer = await ask();
    if (isEnough(answer)) return answer;
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs < longestMs, `not in ${longestMs} ms: ${JSON.stringify(answer)}`);
    await pause(Math.min(Math.max(leastPauseMs, waitedMs / 10), longestPauseMs));
  }
}
