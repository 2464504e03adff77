// The minute recorder with a test clock and a database that can fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../telemetry/events.ts';
import { recordMinutes } from './uptime.ts';

const minute = 60_000;

async function start() {
  const written: number[] = [];
  const observed: Observation[] = [];
  const clock = { now: 30 * minute + 1000, isOutage: false };
  const insert = async (minutes: readonly Date[]) => {
    if (clock.isOutage) throw new Error('no connection');
    written.push(...minutes.map((at) => at.getTime() / minute));
  };
  const observe = (observation: Observation) => void observed.push(observation);
  const recorder = recordMinutes({ insert, observe, now: () => clock.now });
  await recorder.check();
  return { written, observed, clock, ...recorder };
}

test('each minute is recorded once, the first one at start', async () => {
  const { written, clock, check, close } = await start();
  assert.deepEqual(written, [30]);
  for (let seconds = 0; seconds < 180; seconds += 10) {
    await check();
    clock.now += 10_000;
  }
  assert.deepEqual(written, [30, 31, 32]);
  await close();
});

test('during an outage failed writes are reported, and afterwards the missed minutes are recorded', async () => {
  const { written, observed, clock, check, close } = await start();
  clock.isOutage = true;
  for (const _ of [31, 32]) {
    clock.now += minute;
    await check();
  }
  assert.deepEqual(
    observed.map(({ kind }) => kind),
    ['uptime_write_failed', 'uptime_write_failed'],
  );
  clock.isOutage = false;
  await check();
  assert.deepEqual(written, [30, 31, 32]);
  await close();
});

test('a hanging database gets one query, and close awaits it', async () => {
  let queries = 0;
  let answer = () => {};
  const insert = () => {
    queries += 1;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  const { check, close } = recordMinutes({ insert, observe: () => {}, now: () => 0 });
  void check();
  void check();
  assert.equal(queries, 1);
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  assert.equal(isClosed, false);
  answer();
  await closing;
});
