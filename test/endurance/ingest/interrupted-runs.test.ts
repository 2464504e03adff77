// Sources of processes that are killed, at every request and with another process on the database: every run ends once, nothing is lost.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testDatabase } from '../../setup/database.ts';
import { hookLine, operatorKey } from '../../setup/service.ts';
import { call, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { startUpstream, type Upstream } from '../../setup/upstream.ts';
import { startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';

let upstream: Upstream;
let youtube: YouTubeStub;
const directories: string[] = [];
const stillRunning = new Set<Running>();

before(async () => {
  [upstream, youtube] = await Promise.all([startUpstream(), startYouTube()]);
});

after(async () => {
  for (const { child, exit } of [...stillRunning]) {
    // Not SIGKILL, which would leave its database behind.
    child.kill('SIGTERM');
    await exit;
  }
  await Promise.all([upstream.close(), youtube.close()]);
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

function newDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hookline-interrupted-'));
  directories.push(path);
  writeFileSync(join(path, 'operator.key'), operatorKey);
  return path;
}

async function start(dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  const youtubeEnv = { HOOKLINE_YOUTUBE_URL: youtube.url, HOOKLINE_SECRET_YOUTUBE: youtube.key };
  const common = { HOOKLINE_SAMPLE: '0', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', ...youtubeEnv };
  const running = await startProcess(dataDir, { ...common, ...env });
  stillRunning.add(running);
  running.exit.then(() => stillRunning.delete(running));
  return running;
}

async function kill({ child, exit }: Running): Promise<void> {
  child.kill('SIGKILL');
  await exit;
}

type Run = { state: string; report: { added: number; pending: number } | null };

/** All runs, once the newest is done. */
const runsOf = (running: Running, name: string): Promise<Run[]> =>
  until(
    async () => (await call(running, operatorKey, 'GET', `/operator/sources/${name}/runs`)).body.runs,
    ([newest]) => newest?.state === 'done',
  );

test('a collection that is killed after each of its requests goes on after it', async () => {
  const channel = youtube.addChannel('@killed');
  for (let n = 0; n < 130; n++) {
    const publishedAt = new Date(Date.now() - n * 3_600_000).toISOString();
    youtube.put({ id: `killed-${n}`, channelId: channel.id, publishedAt });
  }
  // Each request hangs once, in its first attempt: the channel, three pages and the videos of each.
  const keyOf = () => JSON.stringify(youtube.requests.at(-1)?.method) + youtube.requests.at(-1)?.params;
  const hung = new Set<string>();
  let hanging = Promise.withResolvers<void>();
  youtube.fault = () => {
    if (hung.has(keyOf())) return undefined;
    hung.add(keyOf());
    hanging.resolve();
    return 'hang';
  };
  const dataDir = newDirectory();
  let running = await start(dataDir);
  await call(running, operatorKey, 'POST', '/operator/sources', { name: 'killed', location: 'youtube:@killed' });
  for (let n = 1; n <= 7; n++) {
    await hanging.promise;
    hanging = Promise.withResolvers();
    await kill(running);
    running = await start(dataDir);
  }
  const [newest, ...killed] = await runsOf(running, 'killed');
  const { added = 0, pending = 0 } = newest?.report ?? {};
  assert.deepEqual([added + pending, killed.length], [130, 7]);
  assert.deepEqual([youtube.requests.length, hung.size], [14, 7], 'only those in flight are repeated');
});

test('one of two processes runs a source; when it is killed, the other takes over the run', async () => {
  const database = await testDatabase();
  const one = await start(newDirectory(), { DATABASE_URL: database.url });
  const content = hookLine('Taken over by the other');
  let requests = 0;
  upstream.put('/shared.jsonl', (res) => {
    if (++requests > 1) res.writeHead(200, { 'content-length': Buffer.byteLength(content) }).end(content);
  });
  const source = { name: 'shared', location: upstream.url('/shared.jsonl'), preset: 'hookline' };
  await call(one, operatorKey, 'POST', '/operator/sources', source);
  await upstream.received('/shared.jsonl', 1);
  const other = await start(newDirectory(), { DATABASE_URL: database.url });
  for (const running of [one, other]) {
    const again = await call(running, operatorKey, 'POST', '/operator/sources/shared/run');
    assert.equal(again.body.code, 'conflict');
  }
  await kill(one);
  // After the timeout of its heartbeats.
  const runs = await runsOf(other, 'shared');
  assert.deepEqual([runs.length, runs[0]?.report?.added, requests], [2, 1, 2]);
  other.child.kill('SIGTERM');
  await other.exit;
  await database.close();
});
