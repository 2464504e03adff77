// Sources of yt-dlp, through the real service and a program that behaves like yt-dlp: what is asked for, and what faults do.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { type OpenDatabase, openDatabase } from '../../../src/db/database.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { until } from '../../setup/until.ts';
import { type FakeVideo, type FakeYtDlp, fakeYtDlp, videoUrl, vtt } from '../../setup/yt-dlp/fake-yt-dlp.ts';

const perHour = 25;

let fake: FakeYtDlp;
let service: TestService;
let database: OpenDatabase;
let key: string;

before(async () => {
  fake = fakeYtDlp();
  service = await testService({
    HOOKLINE_YTDLP: fake.program,
    HOOKLINE_YTDLP_VIDEOS_PER_HOUR: String(perHour),
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
  });
  database = openDatabase(service.databaseUrl, () => {});
  key = (await service.account('scale')).key;
});

after(async () => {
  await database.close();
  await service.close();
  fake.close();
});

afterEach(async () => {
  askedSince();
  fake.set({ listingError: null, listingOutput: null, videos: [] });
  await database.db.deleteFrom('api_usage').execute();
});

let videos = 0;

/** Of 250,000 views, unless `more` says otherwise. */
function video(name: string, more: Partial<FakeVideo> = {}): FakeVideo {
  const id = String(7_300_000_000_000_000_000n + BigInt(++videos));
  return { id, title: titleOf(name), views: 250_000, ...more };
}

const titleOf = (name: string) => `The ${name} nobody told you about`;

/** So that nothing waits for review. */
const set = { archetype: 'question', emotional_trigger: 'curiosity', niche: 'finance', format: 'vlog' };

type Run = { state: string; error: string | null; report: { added: number } | null; usage: object | null };

/** The nth run of the source, once it is settled. */
async function ended(id: string, nth: number): Promise<Run> {
  const runsOf = async (): Promise<Run[]> => (await service.operator('GET', `/operator/sources/${id}/runs`)).body.runs;
  await until(runsOf, (runs) => runs.length >= nth);
  await until(
    () => sourceOf(id),
    ({ running_since }) => running_since === null,
  );
  const [last] = await runsOf();
  assert.ok(last);
  return last;
}

async function collected(name: string, more: object = {}): Promise<{ id: string; run: Run }> {
  const location = `yt-dlp:https://www.tiktok.com/@${name}`;
  const { status, body } = await service.operator('POST', '/operator/sources', { name, location, set, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id, run: await ended(body.id, 1) };
}

async function runAgain(id: string, nth: number): Promise<Run> {
  const { status, body } = await service.operator('POST', `/operator/sources/${id}/run`, {});
  assert.equal(status, 202, JSON.stringify(body));
  return ended(id, nth);
}

const sourceOf = async (id: string) => (await service.operator('GET', `/operator/sources/${id}`)).body;
const found = async (word: string) => (await service.get(`/hooks/full?q=${word}`, key)).body.data;
/** Ids that details were asked for since the last call. */
let seen = 0;
function askedSince(): string[] {
  const asked = fake.asked().slice(seen);
  seen += asked.length;
  return asked;
}

test('new videos become hooks: the line of the captions, or else the title; a second run asks only about what is new', async () => {
  const [spoken, titled] = [
    video('spoken', { captions: { 'eng-US': vtt('Nobody told me that a lighthouse hums.') } }),
    video('lighthouse keepers'),
  ];
  const few = video('lighthouse of few', { views: 5 });
  const unlisted = video('unlisted', { views: 5, listedViews: null });
  const long = video('long', { seconds: 600 });
  const wide = video('wide', { size: [1280, 720] });
  fake.set({ videos: [spoken, titled, few, unlisted, long, wide] });
  const { id, run } = await collected('lighthouse');
  assert.equal(run.error, null);
  assert.deepEqual([run.state, run.report?.added, run.usage], ['done', 2, { 'yt-dlp': 4 }]);
  const areServed = (hooks: Record<string, string>[]) => hooks.length === 2;
  const hooks = await until(() => found('lighthouse'), areServed);
  assert.deepEqual(
    hooks.map(({ text, platform, source_url }: Record<string, string>) => [text, platform, source_url]),
    [
      ['Nobody told me that a lighthouse hums.', 'TikTok', videoUrl(spoken.id)],
      [titleOf('lighthouse keepers'), 'TikTok', videoUrl(titled.id)],
    ],
  );
  // Listings tell of few views and long videos; the others have to be asked about.
  assert.deepEqual(
    askedSince(),
    [spoken, titled, unlisted, wide].map((one) => one.id),
  );
  const fresh = video('lamps');
  few.views = 300_000;
  fake.set({ videos: [fresh, spoken, titled, few, unlisted, long, wide] });
  assert.equal((await runAgain(id, 2)).report?.added, 2);
  assert.deepEqual(askedSince(), [fresh.id, few.id]);
  assert.equal((await runAgain(id, 3)).state, 'unchanged');
  assert.deepEqual(askedSince(), []);
});

test('the program gets no secrets, no configuration of others and never the video; its files are removed', async () => {
  fake.set({ videos: [video('kettles')] });
  const { id } = await collected('kettles');
  askedSince();
  for (const { args, names, urls, directory } of fake.calls().slice(-2)) {
    assert.equal(args[0], '--ignore-config');
    assert.deepEqual(args.slice(-1 - urls.length), ['--', ...urls]);
    assert.ok(args.includes('--dump-json') || args.includes('--skip-download'));
    assert.deepEqual(
      names.filter((name) => /HOOKLINE|DATABASE|KEY|SECRET|TOKEN/.test(name)),
      [],
    );
    assert.ok(directory.includes(join('collect', id)), directory);
    assert.equal(existsSync(directory), false);
  }
  const rows = await database.db.selectFrom('collected_records').select('record').execute();
  assert.doesNotMatch(JSON.stringify(rows), /do-not-keep/);
});

test('the limit of videos an hour pauses the collection until the next hour; then it goes on where it stopped', async () => {
  const many = Array.from({ length: 30 }, (_, n) => video(`anchor number ${n}`));
  fake.set({ videos: many });
  const { id, run } = await collected('anchors');
  assert.equal(run.report?.added, 20);
  const source = await sourceOf(id);
  assert.match(source.notices[0].message, /All 25 videos an hour by yt-dlp are used/);
  assert.equal(source.next_run_at, source.notices[0].until);
  const listings = () => fake.calls().filter(({ args }) => args.includes('--dump-json')).length;
  const before = listings();
  await database.db.deleteFrom('api_usage').execute();
  assert.equal((await runAgain(id, 2)).report?.added, 10);
  assert.equal(listings(), before, 'what was listed is not listed again');
  assert.deepEqual(
    askedSince(),
    many.map((one) => one.id),
  );
});

test('a site that blocks requests is left alone for an hour, then two; what was read before is published', async () => {
  const first = video('frozen harbours');
  const rest = [video('second harbour'), video('third harbour')];
  const blocked = {
    error: 'Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication',
  };
  fake.set({ videos: [first, ...rest.map((one) => ({ ...one, ...blocked }))] });
  const startedAt = Date.now();
  const { id, run } = await collected('harbours');
  assert.equal(run.report?.added, 1);
  const hoursOf = ({ notices }: { notices: { until: string }[] }) =>
    Math.round((Date.parse(notices[0]?.until ?? '') - startedAt) / 3_600_000);
  const source = await sourceOf(id);
  assert.match(source.notices[0].message, /^The site refuses requests of this machine: .*not a bot\.$/);
  assert.match(source.notices[0].remedy, /HOOKLINE_YTDLP_COOKIES/);
  assert.deepEqual([hoursOf(source), source.state], [1, 'waiting']);
  await runAgain(id, 2);
  assert.equal(hoursOf(await sourceOf(id)), 2);
  fake.set({ listingError: null, videos: [first, ...rest] });
  assert.equal((await runAgain(id, 3)).report?.added, 2);
  assert.deepEqual((await sourceOf(id)).notices, []);
  fake.set({ listingError: '[tiktok:user] harbours: Unable to download webpage: HTTP Error 429: Too Many Requests' });
  await runAgain(id, 4);
  assert.equal(hoursOf(await sourceOf(id)), 1);
});

test('refused captions cost no video: its title is used, and the source says so', async () => {
  const warning = "Unable to download video subtitles for 'eng-US': HTTP Error 429: Too Many Requests";
  fake.set({ videos: [video('buoys', { warning })] });
  const { id, run } = await collected('buoys');
  assert.equal(run.report?.added, 1);
  assert.match((await sourceOf(id)).notices[0].message, /refused captions/);
});

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
    [
      'private',
      { listingError: "[tiktok:user] x: This user's account is private. Log into an account" },
      /private.*COOKIES/,
    ],
    [
      'nobody',
      { listingError: '[tiktok:user] x: Unable to download webpage: HTTP Error 404: Not Found' },
      /404.*browser/,
    ],
    [
      'offline',
      { listingError: '[tiktok:user] x: Unable to download webpage: <urlopen error [Errno 111] Connection refused>' },
      /refused.*reaches the site/,
    ],
    [
      'changed',
      { listingError: '[tiktok:user] x: Unable to extract secondary user ID' },
      /Update yt-dlp: pipx upgrade/,
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
  for (const nth of [2, 3, 4]) await runAgain(id, nth);
  askedSince();
  fake.set({ videos: broken.map(({ error: _, ...one }, n) => ({ ...one, title: titleOf(`repaired sail ${n}`) })) });
  assert.equal((await runAgain(id, 5)).report?.added, 4);
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

test('files of a collection whose source is gone are removed', async () => {
  const old = join(service.dataDir, 'collect', 'src_gone-0123456789ab');
  mkdirSync(old, { recursive: true });
  utimesSync(old, 1, 1);
  fake.set({ videos: [] });
  assert.equal((await collected('swept')).run.state, 'unchanged');
  assert.equal(existsSync(old), false);
});
