// yt-dlp ends with the service: when it stops, and when it is killed, nothing works on and nothing is asked twice.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { defined } from '../../setup/defined.ts';
import { testService } from '../../setup/service.ts';
import { call, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { type FakeYtDlp, fakeYtDlp } from '../../setup/yt-dlp/fake-yt-dlp.ts';

const fakes: FakeYtDlp[] = [];

after(() => {
  for (const fake of fakes) fake.close();
});

/** Three videos, of which the second is never finished. */
function hangingProgram(): FakeYtDlp {
  const fake = fakeYtDlp();
  fakes.push(fake);
  fake.set({ videos: videosOf('hangs') });
  return fake;
}

function videosOf(fault?: 'hangs') {
  const [one, two, three] = ['one', 'two', 'three'].map((name, n) => ({
    id: `730000000000000100${n}`,
    title: `The ${name} nobody told you about`,
    views: 250_000,
  }));
  return [defined(one), { ...defined(two), ...(fault && { fault }) }, defined(three)];
}

const source = { name: 'stopped', location: 'yt-dlp:https://www.tiktok.com/@stopped' };
const env = (fake: FakeYtDlp) => ({ HOOKLINE_YTDLP: fake.program, HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });

/** A process that has ended, but whose parent has not yet noticed, is alive to signal 0. */
const isRunning = async (pid: number) => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return true;
};

const hanging = (fake: FakeYtDlp) =>
  until(
    async () => fake.isHanging(),
    (isHanging) => isHanging,
  );
const lastPid = (fake: FakeYtDlp) => defined(fake.calls().at(-1)).pid;

test('a service that stops ends the program at once', async () => {
  const fake = hangingProgram();
  const service = await testService(env(fake));
  try {
    assert.equal((await service.operator('POST', '/operator/sources', source)).status, 201);
    await hanging(fake);
    assert.equal(await isRunning(lastPid(fake)), true);
    await service.stop();
    await until(
      () => isRunning(lastPid(fake)),
      (running) => !running,
    );
  } finally {
    await service.close();
  }
});

test('after kill -9 the next run ends the program that worked on, keeps what it finished, and asks for the rest only', async () => {
  const fake = hangingProgram();
  const dataDir = await mkdtemp(join(tmpdir(), 'hookline-yt-dlp-kill-'));
  const options = { HOOKLINE_SAMPLE: '0', ...env(fake) };
  let running: Running = await startProcess(dataDir, options);
  try {
    const created = await call(running, running.operatorKey, 'POST', '/operator/sources', source);
    assert.equal(created.status, 201);
    await hanging(fake);
    const orphan = lastPid(fake);
    running.child.kill('SIGKILL');
    await running.exit;
    assert.equal(await isRunning(orphan), true);
    fake.set({ videos: videosOf() });
    running = await startProcess(dataDir, options);
    const path = `/operator/sources/${created.body.id}`;
    const stats = () => call(running, running.operatorKey, 'GET', path).then(({ body }) => body);
    await until(stats, ({ last_success_at }) => last_success_at !== null);
    await until(
      () => isRunning(orphan),
      (isAlive) => !isAlive,
    );
    const ids = videosOf().map(({ id }) => id);
    assert.deepEqual(fake.asked(), [...ids, ...ids.slice(1)]);
    assert.equal(fake.calls().filter(({ args }) => args.includes('--dump-json')).length, 1, 'it is listed once');
    const { runs } = (await call(running, running.operatorKey, 'GET', `${path}/runs`)).body;
    assert.equal(runs[0].report.added + runs[0].report.pending, 3);
  } finally {
    running.child.kill('SIGTERM');
    await running.exit;
    await rm(dataDir, { recursive: true, force: true });
  }
});
