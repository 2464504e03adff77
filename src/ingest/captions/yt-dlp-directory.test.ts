// Directories of yt-dlp downloads: a line per video, the right captions, every digit, and recovery after a bad file.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { readRecords } from '../formats/read.ts';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import { inputFiles } from '../imports/input-files.ts';
import { mapRecords } from '../mapping/map-records.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { captionsBeside } from './yt-dlp-captions.ts';
import { readYtDlpDirectory } from './yt-dlp-directory.ts';

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
const cues = (line: string) => `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n${line}\n`;
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

test('members that no mapping uses are omitted, and numbers keep every digit', async () => {
  const text = await textOf(readYtDlpDirectory(fixtures));
  assert.doesNotMatch(text, /formats|thumbnails|automatic_captions|http_headers/);
  assert.match(text, /"channel_id":6801234567890123457,/);
  const path = await directory({
    'a.info.json': '{\n "id": 730123456789012345678,\n "n": 1.50,\n "l": [1,\n2e400]\n}\n',
  });
  assert.equal(await textOf(readYtDlpDirectory(path)), '{"id":730123456789012345678,"n":1.50,"l":[1, 2e400]}\n');
});

test('an unusable file is rejected under its name, and the rest is read', async () => {
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

test('damaged captions fall back to the title, an empty file to the next captions', async () => {
  const path = await directory({
    'a.info.json': video('Title of a'),
    'a.en.vtt': Buffer.from([...Buffer.from(cues('caf')), 0xe9, 0x0a]),
    'b.info.json': video('Title of b', ', "language": "en"'),
    'b.en.vtt': '',
    'b.en.srt': '1\n00:00:00,000 --> 00:00:01,000\nSaid in b.\n',
    'c.info.json': video('Title of c'),
    'c.vtt': Buffer.from(`\ufeff${cues('Said in c.')}`, 'utf16le'),
  });
  const { hooks } = await importOf(path);
  assert.deepEqual(textsOf(hooks), ['Title of a', 'Said in b.', 'Said in c.']);
});

test('a single info.json is read with its captions', async () => {
  const path = await directory({ 'a.info.json': video('Title'), 'a.de.vtt': cues('Niemand sagt das.') });
  const { hooks } = await importOf(join(path, 'a.info.json'));
  assert.deepEqual([hooks[0]?.text, hooks[0]?.language], ['Niemand sagt das.', 'de']);
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

test('a path with nothing to read throws the reason, and a yt-dlp directory names its preset', async () => {
  const path = await directory({ 'notes.txt': '', 'x/y.txt': '' });
  const byName = resolveMapping({});
  const preset = resolveMapping({ preset: 'yt-dlp' });
  assert.throws(() => inputFiles(join(path, 'absent'), byName), /does not exist/);
  assert.throws(() => inputFiles(path, byName), /no file to import/);
  assert.throws(() => inputFiles(join(path, 'x'), preset), /no file to import/);
  const [empty] = inputFiles(path, preset);
  assert.ok(empty);
  await assert.rejects(textOf(empty.open()), /no \*\.info\.json file of a video/);
  assert.throws(() => inputFiles(join(fixtures, 'Tide Clock'), byName), /--preset yt-dlp/);
  const dumps = await directory({ 'a.jsonl': '', 'b.jsonl': '' });
  const names = inputFiles(dumps, preset).map(({ name }) => name);
  assert.deepEqual(names, ['a.jsonl', 'b.jsonl']);
});
