// Directories of yt-dlp downloads: a line per video, the right captions, every digit, and recovery after a bad file.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { readRecords } from '../formats/read.ts';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import { inputFiles } from '../imports/input-files.ts';
import { mapRecords } from '../mapping/map-record.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { captionsBeside } from './yt-dlp.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/yt-dlp');
const made: string[] = [];

after(() => Promise.all(made.map((path) => rm(path, { recursive: true }))));

async function directory(files: Record<string, string | Buffer>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'hookline-yt-dlp-'));
  made.push(root);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
}

async function importOf(path: string): Promise<{ hooks: IncomingHook[]; rejected: Rejection[] }> {
  const mapping = resolveMapping({ preset: 'yt-dlp' });
  const [input, ...more] = inputFiles(path, mapping);
  assert.ok(input && more.length === 0);
  const hooks: IncomingHook[] = [];
  const rejected: Rejection[] = [];
  const records = readRecords(input.open(), { filename: input.name });
  for await (const batch of mapRecords(records, mapping, { minViews: 100_000 }))
    for (const item of batch) isRejection(item) ? rejected.push(item) : hooks.push(item);
  return { hooks, rejected };
}

const textsOf = (hooks: readonly IncomingHook[]) => hooks.map(({ text }) => text);
const video = (title: string, more = '') => `{"id": "x", "title": "${title}", "view_count": 200000${more}}`;

test('every video of a directory is one record with its spoken line, or its title if nothing is spoken', async () => {
  const { hooks, rejected } = await importOf(fixtures);
  assert.deepEqual(rejected, []);
  assert.deepEqual(
    hooks.map(({ source_id, text, language, platform }) => [source_id, text, language, platform]),
    [
      ['m4pF0ldZZ_8', 'Dr. Moll folds a map in 2.5 seconds, and you never will!', 'en', 'YouTube'],
      ['kwJ3d0aQx1Y', 'nobody told me that a cracked kettle can be glued', 'en', 'YouTube'],
      ['7301234567890123456', 'This clock has been wrong for forty years.', 'en', 'TikTok'],
      ['n0capt10ns_', 'Why a clock without hands is right', null, 'YouTube'],
      ['h4rb0urS0ng', 'The song that every harbour hides', 'en', 'YouTube'],
    ],
  );
});

test('an unusable file is rejected by name, and the rest is read', async () => {
  const path = await directory({
    'a/broken.info.json': '{"id": "x", "title": ',
    'b.info.json': 'null',
    'c.info.json': Buffer.from([0x7b, 0xff, 0x7d]),
    'd.info.json': '',
    'd/fine.info.json': video('A fine one'),
    'e.info.json/x.txt': '',
  });
  await symlink('nowhere', join(path, 'gone.info.json'));
  const { hooks, rejected } = await importOf(path);
  assert.deepEqual(textsOf(hooks), ['A fine one']);
  const files = ['b.info.json', 'c.info.json', 'd.info.json', 'gone.info.json', 'a/broken.info.json'];
  assert.deepEqual([rejected.map(({ file }) => file), rejected.every(({ field }) => field === 'file')], [files, true]);
  assert.match(rejected[4]?.reason ?? '', /not valid JSON/);
  assert.match(rejected[3]?.reason ?? '', /ENOENT/);
});

test('links that form a cycle are not followed', async () => {
  const path = await directory({ 'a/x.info.json': video('Once') });
  await symlink('..', join(path, 'a/up'));
  assert.equal((await importOf(path)).hooks.length, 1);
});

test('the captions of the spoken language come first, by hand before automatic, vtt before srt', () => {
  const order = (info: Record<string, unknown>, tags: string) => {
    const names = tags.split(' ').map((tag) => `v.${tag.replace('_', ' ')}`);
    const found = captionsBeside('v', names.sort(), info);
    return found.map(({ name }) => name.slice(2)).join(' ');
  };
  const both = { subtitles: { en: [], fr: [] }, automatic_captions: { en: [], 'en-orig': [], fr: [], es: [] } };
  const automatic = { automatic_captions: { en: [], 'en-orig': [] } };
  for (const [info, found, expected] of [
    [{ language: 'en', ...both }, 'fr.vtt en-orig.vtt en.srt en.vtt es.vtt', 'en.vtt en.srt en-orig.vtt fr.vtt es.vtt'],
    [automatic, 'de.vtt en.vtt en-orig.vtt', 'en-orig.vtt en.vtt de.vtt'],
    [{ language: 'pt-BR' }, 'pt.vtt pt-BR.vtt vtt es.vtt', 'pt-BR.vtt pt.vtt vtt es.vtt'],
    [{}, 'en.vtt en.info.json part_2.vtt live_chat.json', ''],
  ] as const)
    assert.equal(order(info, found), expected);
});
