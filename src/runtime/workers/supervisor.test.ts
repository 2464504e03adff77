// The supervisor with workers that only record their calls: replacement, rolling restart, and a start that fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../../telemetry/events.ts';
import { type SupervisorDeps, superviseWorkers } from './supervisor.ts';

/** Two workers and their replacements, named by numbers. `refusing` fails at its start. */
function twoWorkers(refusing?: number) {
  const calls: string[] = [];
  const observed: Observation[] = [];
  const ends: ((reason: string) => void)[] = [];
  const begin = () => {
    const id = ends.length + 1;
    const { promise: exited, resolve } = Promise.withResolvers<string>();
    ends.push(resolve);
    const call = async (method: string, argument?: unknown) => {
      if (method === 'connect') return;
      calls.push(`${id} ${method}`);
      if (method === 'handOver') calls.push(`to index ${argument}`);
      if (method === 'start' && id === refusing) throw new Error('It says why.');
      if (method === 'close') resolve('closed');
      return { url: '', port: 1, hooks: 0, firstLinks: undefined };
    };
    return { id, call, exited };
  };
  const workers: SupervisorDeps['shared']['workers'] = new Set();
  const shared = { workers, methods: {}, open: async () => {}, snapshot: () => ({}), close: async () => {} };
  const deps = {
    config: { processes: 2, roles: ['api', 'worker'] },
    host: { isEmbedded: true },
    links: undefined,
    kind: { hasThreads: true, begin },
    shared: { ...shared, close: async () => void calls.push('shared parts close') },
    observe: (observation: Observation) => observed.push(observation),
  } as unknown as SupervisorDeps;
  return { deps, calls, observed, ends, workers };
}

test('a worker that ends is replaced; the others continue', async () => {
  const { deps, calls, observed, ends, workers } = twoWorkers();
  const supervisor = await superviseWorkers(deps);
  ends[1]?.('code 3');
  while (!calls.includes('3 start')) await new Promise(setImmediate);
  assert.deepEqual(observed, [{ kind: 'process_ended', pid: 2, by: 'code 3' }]);
  assert.deepEqual(
    [[...workers].map(({ id }) => id), calls],
    [
      [1, 3],
      ['1 start', '2 start', '3 start'],
    ],
  );
  await supervisor.close();
  assert.deepEqual([workers.size, calls.slice(3)], [0, ['1 close', '3 close', 'shared parts close']]);
});

test('a restart replaces workers one by one; each hands over its listening sockets before it drains', async () => {
  const { deps, calls } = twoWorkers();
  const supervisor = await superviseWorkers(deps);
  await supervisor.restart();
  const replaced = (by: string, one: string, index: number) => [
    ...[`${by} start`, `${one} handOver`, `to index ${index}`, `${one} drain`, `${one} close`],
  ];
  assert.deepEqual(calls, ['1 start', '2 start', ...replaced('3', '1', 2), ...replaced('4', '2', 0)]);
  await supervisor.close();
});

test('a worker that fails at the start ends the others and the start, with its reason', async () => {
  const { deps, calls } = twoWorkers(2);
  await assert.rejects(superviseWorkers(deps), /It says why/);
  assert.deepEqual(calls, ['1 start', '2 start', '1 close', '2 close', 'shared parts close']);
});
