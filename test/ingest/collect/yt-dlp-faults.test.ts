// Faults of yt-dlp and of sites, through the real service: what is lost, and what the operator is told.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type FakeYtDlp, videoUrl } from '../../setup/yt-dlp/fake-yt-dlp.ts';
import { titleOf, video, type YtDlpService, ytDlpService } from '../../setup/yt-dlp/yt-dlp-service.ts';

let ytDlp: YtDlpService;
let fake: YtDlpService['fake'];
let database: YtDlpService['database'];
let collected: YtDlpService['collected'];
let runAgain: YtDlpService['runAgain'];
let sourceOf: YtDlpService['sourceOf'];
let askedSince: YtDlpService['askedSince'];

before(async () => {
  ytDlp = await ytDlpService();
  ({ fake, database, collected, runAgain, sourceOf, askedSince } = ytDlp);
});

after(() => ytDlp.close());
afterEach(() => ytDlp.reset());

test('a video that is gone is left out; one that fails is tried in three runs', async () => {
  const good = video('ropes');
  const gone = video('Gone', { error: 'Video not available, status code 10204' });
  const flaky = video('Flaky', { error: 'Unable to extract universal data for rehydration' });
  fake.set({ videos: [gone, flaky, good] });
  const { id, run } = await collected('ropes');
  assert.equal(run.report?.added, 1);
  assert.match((await sourceOf(id)).notices[0].message, /A video could not be read.*rehydration/);
  assert.deepEqual(askedSince(), [gone.id, flaky.id, good.id]);
  for (const nth of [2, 3]) {
    await runAgain(id, nth);
    assert.deepEqual(askedSince(), [flaky.id]);
  }
  await runAgain(id, 4);
  assert.deepEqual(askedSince(), []);
});

test('a location that cannot be read fails with the reason and what to do; nothing is lost', async () => {
  const cases: [name: string, more: Parameters<FakeYtDlp['set']>[0], error: RegExp][] = [
    [
      'unknown',
      { listingError: 'Unsupported URL: https://www.tiktok.com/@unknown' },
      /Unsupported URL.*--list-extractors/,
    ],
    ['garbage', { listingOutput: 'Segmentation\nfault' }, /printed 2 lines that are not JSON/],
  ];
  for (const [name, more, error] of cases) {
    fake.set({ listingError: null, listingOutput: null, ...more });
    const { run } = await collected(name);
    assert.equal(run.state, 'failed', name);
    assert.match(run.error ?? '', error, name);
  }
  // A site that changed says the same of every video.
  const broken = Array.from({ length: 4 }, () => video('Broken', { error: 'Unable to extract data' }));
  fake.set({ listingError: null, listingOutput: null, videos: broken });
  const { id } = await collected('broken');
  // As often as a video is tried.
  for (const nth of [2, 3]) await runAgain(id, nth);
  askedSince();
  fake.set({ videos: broken.map(({ error: _, ...one }, n) => ({ ...one, title: titleOf(`repaired sail ${n}`) })) });
  assert.equal((await runAgain(id, 4)).report?.added, 4);
});

test('what the site sends and the database cannot store costs at most its video, and ends the run', async () => {
  const odd = { id: '7300', url: videoUrl('7300'), ie_key: 'TikTok', title: 'Odd', view_count: 5 };
  const entries = [
    { ...odd, id: 'with\0NUL' },
    { ...odd, id: 'x'.repeat(100_000) },
    { ...odd, url: videoUrl('9'.repeat(1_000_000)) },
    { ...odd, url: videoUrl('\0') },
    { ...odd, view_count: 3.7 },
    { ...odd, id: '7301', view_count: 1e300, duration: 9000 },
    { ...odd, id: '7302', timestamp: 8.6e12 },
    { ...odd, id: '7303', timestamp: -1e13 },
  ];
  fake.set({ listingOutput: `{"id":"\\ud83d"}\n${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n` });
  const { id, run } = await collected('oddities');
  assert.deepEqual([run.state, run.error], ['unchanged', null]);
  const rows = await database.db
    .selectFrom('collected_records')
    .select(['record_id', 'views', 'published_at'])
    .where('source_id', '=', id)
    .orderBy('record_id')
    .execute();
  assert.deepEqual(
    rows.map(({ record_id, views }) => [record_id, views && Number(views)]),
    [
      ['tiktok:7300', 3],
      ['tiktok:7301', null],
      ['tiktok:7302', 5],
      ['tiktok:7303', 5],
    ],
  );
  fake.set({ listingOutput: null, listingError: `[TikTok] x: a \0 and \u001b[31m ${'\u{1f600}'.repeat(300)}` });
  const failed = await runAgain(id, 2);
  assert.equal(failed.state, 'failed');
  assert.match(failed.error ?? '', /x: a {3}and {2}\[31m/);
  const strange = [video('good bollards'), video('Strange', { error: `NUL \0 ${'\u{1f600}'.repeat(300)}` })];
  fake.set({ listingError: null, videos: strange });
  assert.equal((await runAgain(id, 3)).report?.added, 1);
  assert.match((await sourceOf(id)).notices[0].message, /A video could not be read.*NUL/);
});

test('a program that is killed loses only what it had not finished, and a later run requests it again', async () => {
  const [one, two, three] = [video('spruce oars'), video('floating oars'), video('leather of oars')];
  fake.set({ videos: [one, { ...two, fault: 'dies' }, three] });
  const { id, run } = await collected('oars');
  assert.equal(run.report?.added, 2);
  assert.deepEqual(askedSince(), [one.id, two.id, three.id, three.id]);
  assert.match((await sourceOf(id)).notices[0].message, /ended by SIGKILL/);
  fake.set({ videos: [one, two, three] });
  assert.equal((await runAgain(id, 2)).report?.added, 1);
  assert.deepEqual(askedSince(), [two.id]);
});

test('an old version is reported with how to update it; one that is too old, or something else, ends the run', async () => {
  const fresh = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '.');
  fake.set({ version: '2024.01.15', videos: [video('sextants')] });
  const { id, run } = await collected('sextants');
  assert.equal(run.report?.added, 1);
  const [notice] = (await sourceOf(id)).notices;
  assert.equal(notice.location, null);
  assert.match(notice.message, /^yt-dlp 2024\.01\.15 is \d+ days old\. Sites change often/);
  assert.match(notice.remedy, /pipx upgrade yt-dlp/);
  fake.set({ version: '2021.12.17' });
  assert.match((await runAgain(id, 2)).error ?? '', /2021\.12\.17 is too old: .* Update it: pipx/);
  fake.set({ version: 'Usage: yt [OPTIONS]' });
  assert.match((await runAgain(id, 3)).error ?? '', /does not print a version of yt-dlp.*HOOKLINE_YTDLP/);
  fake.set({ version: fresh });
  assert.equal((await runAgain(id, 4)).error, null);
});
