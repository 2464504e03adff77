// Runs of sources whose process is killed: the next process completes each, and asks again only for what was in flight.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defined } from '../setup/defined.ts';
import { call, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';
import { startYouTube, type YouTubeStub } from '../setup/youtube-stub.ts';
import { type FakeYtDlp, fakeYtDlp } from '../setup/yt-dlp/fake-yt-dlp.ts';
import type { Body } from './ingest-service.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hookline-interrupted-'));
let youtube: YouTubeStub;
let fake: FakeYtDlp;
let running: Running | undefined;

before(async () => {
  youtube = await startYouTube();
  fake = fakeYtDlp();
});

after(async () => {
  // Not SIGKILL, which would leave its database behind.
  running?.child.kill('SIGTERM');
  await running?.exit;
  await youtube.close();
  fake.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Running> {
  running = await startProcess(dataDir, {
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_LABEL_FLOOR: '0',
    HOOKLINE_YOUTUBE_URL: youtube.url,
    HOOKLINE_SECRET_YOUTUBE: youtube.key,
    HOOKLINE_YTDLP: fake.program,
  });
  return running;
}

async function add(to: Running, name: string, location: string): Promise<void> {
  const { status, body } = await call(to, to.operatorKey, 'POST', '/operator/sources', { name, location });
  assert.equal(status, 201, JSON.stringify(body));
}

/** The runs of a source, the newest first, once that is done. */
async function runsOf(of: Running, name: string): Promise<Body[]> {
  return until(
    async () => (await call(of, of.operatorKey, 'GET', `/operator/sources/${name}/runs`)).body.runs,
    ([newest]) => newest?.state === 'done',
  );
}

function assertRepeated(runs: Body[], count: number): void {
  assert.deepEqual(
    runs.map(({ state }) => state),
    ['done', 'failed'],
  );
  assert.match(runs[1].error, /interrupted/);
  assert.equal(runs[0].report.added + runs[0].report.pending, count);
}

const videosOf = (fault?: 'hangs') =>
  [1, 2, 3].map((n) => ({
    ...{ id: `730000000000000100${n}`, title: `The kettle ${n} nobody told you about`, views: 250_000 },
    ...(fault && n === 2 ? { fault } : {}),
  }));

/** A process that has ended, but whose parent has not yet noticed, is alive to signal 0. */
const hasEnded = (pid: number) =>
  until(
    async () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    },
    (isAlive) => !isAlive,
  );

test('after kill -9 the next process completes what each collector had begun, and repeats only the request in flight', async () => {
  const channel = youtube.addChannel('@killed');
  for (let n = 0; n < 60; n++)
    youtube.put({
      id: `killed-${n}`,
      channelId: channel.id,
      publishedAt: new Date(Date.now() - n * 3_600_000).toISOString(),
    });
  // The second page of five requests: the channel, two pages, and the videos of each.
  youtube.fault = (_, n) => (n === 4 ? 'hang' : undefined);
  fake.set({ videos: videosOf('hangs') });
  const first = await start();
  await add(first, 'channel', 'youtube:@killed');
  await add(first, 'profile', 'yt-dlp:https://www.tiktok.com/@killed');
  await youtube.received(4);
  await until(
    async () => fake.isHanging(),
    (isHanging) => isHanging,
  );
  const program = defined(fake.calls().at(-1)).pid;
  first.child.kill('SIGKILL');
  await first.exit;
  fake.set({ videos: videosOf() });

  const second = await start();
  assertRepeated(await runsOf(second, 'channel'), 60);
  const asked = youtube.requests.map(
    ({ method, params }) => `${method} ${params.get('pageToken')} ${params.get('id')}`,
  );
  assert.deepEqual([asked.length, new Set(asked).size], [6, 5]);

  assertRepeated(await runsOf(second, 'profile'), 3);
  await hasEnded(program);
  const ids = videosOf().map(({ id }) => id);
  assert.deepEqual(fake.asked(), [...ids, ...ids.slice(1)], 'the video that was finished is kept');
  assert.equal(fake.calls().filter(({ args }) => args.includes('--dump-json')).length, 1, 'it is listed once');
});
