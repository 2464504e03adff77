// hookline admin import of a yt-dlp directory, through the real service.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import { operatorKey, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;
let directory: string;

before(async () => {
  service = await testService();
  key = (await service.account('scale')).key;
  directory = await mkdtemp(join(tmpdir(), 'hookline-yt-dlp-'));
  await cp(join(import.meta.dirname, '../fixtures/yt-dlp'), directory, { recursive: true });
});

after(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

/** What `hookline admin import` prints, and its exit code. */
async function run(context: TestContext, path: string, ...flags: string[]) {
  const log = context.mock.method(console, 'log', () => {});
  const error = context.mock.method(console, 'error', () => {});
  const asOperator = ['--url', service.url, '--key', operatorKey];
  const code = await runCommand(['import', path, '--preset', 'yt-dlp', '--json', ...asOperator, ...flags]);
  const textOf = ({ mock }: typeof log) => mock.calls.map((call) => call.arguments.join(' ')).join('\n');
  const [printed, complaint] = [textOf(log), textOf(error)];
  log.mock.restore();
  error.mock.restore();
  return { code, complaint, reports: printed === '' ? [] : JSON.parse(printed) };
}

test('a directory is one import; hooks are the spoken lines, or the titles if nothing is spoken', async (context) => {
  const { code, reports } = await run(context, directory);
  assert.equal(code, 0);
  assert.equal(reports.length, 1);
  const { read, added, pending, rejected } = reports[0].report;
  assert.deepEqual([read, added + pending, rejected], [5, 5, 0]);
  const queue = await service.operator('GET', '/operator/hooks?state=pending');
  for (const { id } of queue.body.hooks)
    await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'published', niche: 'home', archetype: 'story' });
  const { body } = await service.get('/hooks/full?limit=50', key);
  const spoken = body.data.map(({ text, platform, source_url }: Record<string, string>) => [
    text,
    platform,
    source_url,
  ]);
  assert.deepEqual(spoken.slice(0, 3), [
    [
      'This clock has been wrong for forty years.',
      'TikTok',
      'https://www.tiktok.com/@tideclock/video/7301234567890123456',
    ],
    ['nobody told me that a cracked kettle can be glued', 'YouTube', 'https://www.youtube.com/watch?v=kwJ3d0aQx1Y'],
    [
      'Dr. Moll folds a map in 2.5 seconds, and you never will!',
      'YouTube',
      'https://www.youtube.com/watch?v=m4pF0ldZZ_8',
    ],
  ]);
  assert.equal(body.data.length, 5);
  const again = await run(context, directory);
  assert.equal(again.reports[0].report.unchanged, 5);
});

test('a broken file is rejected under its name, and a snapshot retires hooks that the directory lacks', async (context) => {
  await rm(join(directory, 'Tide Clock/7301234567890123456.info.json'));
  await writeFile(join(directory, 'Tide Clock/cut.info.json'), '{"id": "cut", "title": "Cut');
  const { reports } = await run(context, directory, '--snapshot');
  const { import_id, report } = reports[0];
  assert.deepEqual([report.read, report.rejected, report.retired], [5, 1, 1]);
  const rejects = await service.operator('GET', `/operator/imports/${import_id}/rejects`);
  const { file, reason } = JSON.parse(String(rejects.body));
  assert.equal(file, join('Tide Clock', 'cut.info.json'));
  assert.match(reason, /not valid JSON/);
});

test('a directory without videos changes nothing and exits with the reason', async (context) => {
  const empty = await mkdtemp(join(tmpdir(), 'hookline-yt-dlp-'));
  context.after(() => rm(empty, { recursive: true }));
  await cp(join(directory, 'Tide Clock'), join(empty, 'a/b/c/d/e/f/g/h/too-deep'), { recursive: true });
  const { code, complaint } = await run(context, empty, '--snapshot');
  assert.equal(code, 1);
  assert.match(complaint, /There is no \*\.info\.json file of a video/);
  assert.equal((await service.get('/hooks?limit=1', key)).body.total, 4);
});

test('--snapshot rejects several files: each would retire the hooks of the others', async (context) => {
  const dumps = await mkdtemp(join(tmpdir(), 'hookline-dumps-'));
  for (const name of ['a.jsonl', 'b.jsonl'])
    await writeFile(join(dumps, name), '{"id":"x","title":"One","view_count":1}\n');
  const { code, complaint, reports } = await run(context, dumps, '--snapshot');
  assert.deepEqual([code, reports], [2, []]);
  assert.match(complaint, /--snapshot takes one file/);
  await rm(dumps, { recursive: true });
});
