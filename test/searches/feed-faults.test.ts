// Feeds over several processes: a revoked token fails in each at once, and the quota is exact.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { operatorKey, type TestService, testService } from '../setup/service.ts';
import { call, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-feeds-'));
let first: TestService;
let others: Running[];
let urls: string[];

before(async () => {
  first = await testService();
  const env = { DATABASE_URL: first.databaseUrl, HOOKLINE_OPERATOR_KEY: operatorKey, HOOKLINE_SAMPLE: '0' };
  others = await Promise.all(['a', 'b'].map((name) => startProcess(join(directory, name), env)));
  urls = [first, ...others].map(({ url }) => url);
});
after(async () => {
  for (const { child } of others) child.kill('SIGTERM');
  for (const { exit } of others) await exit;
  await first.close();
  rmSync(directory, { recursive: true, force: true });
});

async function newFeed(limits = {}) {
  const account = await first.account('pro', limits);
  const { body } = await first.send('POST', '/searches', account.key, { body: { name: 'A feed' } });
  return { ...account, searchId: body.search_id, path: new URL(body.feed_url).pathname };
}

async function read(url: string, path: string): Promise<number> {
  const response = await fetch(`${url}${path}.csv`);
  await response.text();
  return response.status;
}

const statusesOf = (path: string) => Promise.all(urls.map((url) => read(url, path)));

test('a feed that another process made just now is served by every process', async () => {
  const { path } = await newFeed();
  assert.deepEqual(await statusesOf(path), [200, 200, 200]);
});

test('while a feed is read without a pause in every process, each stops once the rotation has answered', async () => {
  const { path, key, searchId } = await newFeed();
  const lastServed: number[] = [];
  let isRotated = false;
  const readers = urls.map(async (url, at) => {
    for (;;) {
      const wasRotated = isRotated;
      const status = await read(url, path);
      if (status === 200) lastServed[at] = performance.now();
      // The process that rotated has the new token before it answers.
      if (at === 0 && wasRotated) assert.equal(status, 404);
      if (status === 404) return;
      assert.equal(status, 200);
    }
  });
  await until(
    async () => Object.keys(lastServed).length,
    (served) => served === urls.length,
  );
  const { status, body } = await first.send('POST', `/searches/${searchId}/rotate`, key);
  isRotated = true;
  const rotatedAt = performance.now();
  assert.equal(status, 200);
  await Promise.all(readers);
  // One notification away; the poll that finds a missed one runs every second.
  for (const served of lastServed) assert.ok(served - rotatedAt < 1000, `served ${served - rotatedAt} ms after`);
  assert.deepEqual(await statusesOf(new URL(body.feed_url).pathname), [200, 200, 200]);
});

test('a deleted search, a suspended account and another plan reach every process', async () => {
  const { path, key, searchId, id } = await newFeed();
  const settled = (status: number) =>
    until(
      () => statusesOf(path),
      (statuses) => statuses.every((one) => one === status),
    );
  await settled(200);
  await first.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  await settled(403);
  await first.operator('PATCH', `/operator/accounts/${id}`, { suspended: false });
  await settled(200);
  for (const other of others.slice(0, 1)) await call(other, key, 'DELETE', `/searches/${searchId}`);
  await settled(404);
});

test('reads of a feed over several processes never take more than the quota of its account', async () => {
  const { path, key } = await newFeed({ per_day: 25 });
  const rounds = await Promise.all(Array.from({ length: 20 }, () => statusesOf(path)));
  const statuses = rounds.flat();
  assert.equal(statuses.filter((status) => status === 200).length, 25);
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  assert.equal((await first.get('/usage', key)).body.data.windows[0].remaining, 0);
});
