// Collections whose process is killed: what was collected is kept, and nothing is asked twice but the request in flight.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { call, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';

let youtube: YouTubeStub;
const dataDir = mkdtempSync(join(tmpdir(), 'hookline-collect-faults-'));
let running: Running | undefined;

before(async () => {
  youtube = await startYouTube();
});

after(async () => {
  // Not SIGKILL, which would leave its database behind.
  running?.child.kill('SIGTERM');
  await running?.exit;
  await youtube.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const env = () => ({
  HOOKLINE_SAMPLE: '0',
  HOOKLINE_YOUTUBE_URL: youtube.url,
  HOOKLINE_SECRET_YOUTUBE: youtube.key,
});

type Run = { state: string; report: { added: number; pending: number } | null; usage: object | null };

const read = async (service: Running, path: string) => (await call(service, service.operatorKey, 'GET', path)).body;

test('a collection that is killed after any request goes on after it', async () => {
  const channel = youtube.addChannel('@killed');
  const ids = Array.from({ length: 130 }, (_, index) => `killed-${index}`);
  for (const [index, id] of ids.entries())
    youtube.put({ id, channelId: channel.id, publishedAt: new Date(Date.now() - index * 3_600_000).toISOString() });
  // One after another: the channel, its pages and the videos of each.
  const kills = [1, 4, 6];
  let killedAt = kills.shift();
  youtube.fault = (_, n) => (n === killedAt ? 'hang' : undefined);
  running = await startProcess(dataDir, env());
  const source = { name: 'killed', location: 'youtube:@killed' };
  assert.equal((await call(running, running.operatorKey, 'POST', '/operator/sources', source)).status, 201);
  while (killedAt !== undefined) {
    await youtube.received(killedAt);
    running.child.kill('SIGKILL');
    await running.exit;
    killedAt = kills.shift();
    running = await startProcess(dataDir, env());
  }
  const service = running;
  const [newest, ...killed]: Run[] = await until(
    async () => (await read(service, '/operator/sources/killed/runs')).runs,
    ([newest]) => newest?.state === 'done',
  );
  const { added = 0, pending = 0 } = newest?.report ?? {};
  assert.deepEqual([added + pending, killed.map(({ state }) => state)], [130, ['failed', 'failed', 'failed']]);
  // 7 requests, 3 of them twice: those that were in flight.
  assert.equal(youtube.requests.length, 10);
  const asked = youtube.requests.map(
    ({ method, params }) => `${method} ${params.get('pageToken')} ${params.get('id')}`,
  );
  assert.equal(new Set(asked).size, 7);
  const { body } = await call(service, service.operatorKey, 'POST', '/operator/sources/killed/run', { force: false });
  assert.equal(body.name, 'killed');
  const [again]: Run[] = await until(
    async () => (await read(service, '/operator/sources/killed/runs')).runs,
    (runs) => runs.length === 5 && runs[0]?.state !== 'running',
  );
  assert.deepEqual([again?.state, again?.usage], ['unchanged', { youtube: 1 }]);
});
