// The recorder by a clock of the test's and a database that can be taken away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../telemetry/events.ts';
import { recordMinutes } from './record-minutes.ts';

const minute = 60_000;

async function start() {
  const written: number[] = [];
  const observed: Observation[] = [];
  const clock = { now: 30 * minute + 1000, isAway: false };
  const insert = async (minutes: readonly Date[]) => {
    if (clock.isAway) throw new Error('no connection');
    written.push(...minutes.map((at) => at.getTime() / minute));
  };
  const observe = (one: Observation) => void observed.push(one);
  const recorder = recordMinutes({ insert, observe, now: () => clock.now });
  await recorder.look();
  return { written, observed, clock, ...recorder };
}

test('each minute is recorded once, the one of the start at once', async () => {
  const { written, clock, look, close } = await start();
  assert.deepEqual(written, [30]);
  for (let seconds = 0; seconds < 180; seconds += 10) {
    await look();
    clock.now += 10_000;
  }
  assert.deepEqual(written, [30, 31, 32]);
  await close();
});

test('while the database is away it is told, and when it is back the minutes of the absence are recorded', async () => {
  const { written, observed, clock, look, close } = await start();
  clock.isAway = true;
  for (const _ of [31, 32]) {
    clock.now += minute;
    await look();
  }
  assert.deepEqual(
    observed.map(({ kind }) => kind),
    ['uptime_write_failed', 'uptime_write_failed'],
  );
  clock.isAway = false;
  await look();
  assert.deepEqual(written, [30, 31, 32]);
  await close();
});

test('a database that hangs is asked once, and closing waits for it', async () => {
  let asked = 0;
  let answer = () => {};
  const insert = () => {
    asked += 1;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  const { look, close } = recordMinutes({ insert, observe: () => {}, now: () => 0 });
  void look();
  void look();
  assert.equal(asked, 1);
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  assert.equal(isClosed, false);
  answer();
  await closing;
});

test('a recorder that nobody closes does not keep the process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const { close } = await start();
  assert.equal(timers(), before);
  await close();
});
