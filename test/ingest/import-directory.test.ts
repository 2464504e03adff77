// hookline admin import of a directory of yt-dlp.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import { operatorKey } from '../setup/service.ts';
import { type Body, fixtures, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
let directory: string;

before(async () => {
  service = await ingestService();
  directory = await mkdtemp(join(tmpdir(), 'hookline-yt-dlp-'));
  await cp(join(fixtures, 'yt-dlp'), join(directory, 'videos'), { recursive: true });
});

after(() => rm(directory, { recursive: true }));

/** What the command prints, and its exit code. */
async function run({ mock }: TestContext, path: string, ...flags: string[]) {
  const log = mock.method(console, 'log', () => {});
  const error = mock.method(console, 'error', () => {});
  const options = ['--preset', 'yt-dlp', '--source', 'videos', '--json', '--url', service.url, '--key', operatorKey];
  const code = await runCommand(['import', join(directory, path), ...options, ...flags]);
  const textOf = ({ mock: { calls } }: typeof log) => calls.map((call) => call.arguments.join(' ')).join('\n');
  const [printed, complaint] = [textOf(log), textOf(error)];
  mock.restoreAll();
  return { code, complaint, reports: printed === '' ? [] : JSON.parse(printed) };
}

test('a directory is one import; a broken file is rejected under its name, and a snapshot retires what it lacks', async (t) => {
  const { code, reports } = await run(t, 'videos');
  assert.deepEqual([code, reports.length], [0, 1]);
  const { read, added, pending, rejected } = reports[0].report;
  assert.deepEqual([read, added + pending, rejected], [5, 5, 0]);
  const spoken = (await service.hooksOf('videos')).map(({ text, platform, source_url }) => [
    text,
    platform,
    source_url,
  ]);
  const clock = 'https://www.tiktok.com/@tideclock/video/7301234567890123456';
  assert.ok(
    JSON.stringify(spoken).includes(JSON.stringify(['This clock has been wrong for forty years.', 'TikTok', clock])),
    JSON.stringify(spoken),
  );
  for (const { id } of await service.hooksOf('videos'))
    await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'published', niche: 'home', archetype: 'story' });
  await rm(join(directory, 'videos/Tide Clock/7301234567890123456.info.json'));
  await writeFile(join(directory, 'videos/Tide Clock/cut.info.json'), '{"id": "cut", "title": "Cut');
  const [{ import_id, report }] = (await run(t, 'videos', '--snapshot')).reports;
  assert.deepEqual([report.read, report.unchanged, report.rejected, report.retired], [5, 4, 1, 1]);
  const rejects = await service.operator('GET', `/operator/imports/${import_id}/rejects`);
  const { file, reason }: Body = JSON.parse(String(rejects.body));
  assert.equal(file, join('Tide Clock', 'cut.info.json'));
  assert.match(reason, /not valid JSON/);
});

test('a directory without videos, or a snapshot of several files, changes nothing and exits with the reason', async (t) => {
  const deep = join(directory, 'empty/a/b/c/d/e/f/g/h/too-deep');
  await cp(join(fixtures, 'yt-dlp/Tide Clock'), deep, { recursive: true });
  const empty = await run(t, 'empty', '--snapshot');
  assert.equal(empty.code, 1);
  assert.match(empty.complaint, /There is no \*\.info\.json file of a video/);
  for (const name of ['a.jsonl', 'b.jsonl'])
    await cp(join(fixtures, 'tools/flat-playlist.jsonl'), join(directory, 'dumps', name));
  const several = await run(t, 'dumps', '--snapshot');
  assert.deepEqual([several.code, several.reports], [2, []]);
  assert.match(several.complaint, /--snapshot takes one file/);
});
