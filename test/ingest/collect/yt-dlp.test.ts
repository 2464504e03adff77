// Sources of yt-dlp, through the real service and a program that behaves like it: what is requested, limits, and faults.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, before, test } from 'node:test';
import { until } from '../../setup/until.ts';
import { type FakeVideo, type FakeYtDlp, videoUrl, vtt } from '../../setup/yt-dlp/fake-yt-dlp.ts';
import { type Body, type IngestService, ingestService } from '../ingest-service.ts';

let service: IngestService;
let fake: FakeYtDlp;

before(async () => {
  service = await ingestService();
  ({ fake } = service);
  askedSince();
});

afterEach(async () => {
  askedSince();
  fake.set({ listingError: null, listingOutput: null, videos: [] });
  await service.query('delete from api_usage');
});

let videos = 0;
let seen = 0;

const titleOf = (name: string) => `The ${name} nobody told you about`;

/** Of 250,000 views, unless `more` says otherwise. */
function video(name: string, more: Partial<FakeVideo> = {}): FakeVideo {
  const id = String(7_300_000_000_000_000_000n + BigInt(++videos));
  return { id, title: titleOf(name), views: 250_000, ...more };
}

const idsOf = (of: readonly FakeVideo[]) => of.map(({ id }) => id);

/** Ids whose details were requested since the last call. */
function askedSince(): string[] {
  const asked = fake.asked().slice(seen);
  seen += asked.length;
  return asked;
}

/** The nth run of the source. Its units and notices are stored when it is settled, after its import is done. */
async function ended(id: string, nth: number): Promise<Body> {
  const runs = () => service.runsOf(id);
  await until(runs, ({ length }) => length >= nth);
  await until(
    () => service.sourceOf(id),
    ({ running_since }) => running_since === null,
  );
  return (await runs())[0];
}

/** Creates a source of the profile `name`; `run` is its first. Nothing waits for review. */
async function collected(name: string): Promise<{ id: string; run: Body }> {
  const location = `yt-dlp:https://www.tiktok.com/@${name}`;
  const set = { archetype: 'question', emotional_trigger: 'curiosity', niche: 'finance', format: 'vlog' };
  const { status, body } = await service.operator('POST', '/operator/sources', { name, location, set });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id, run: await ended(body.id, 1) };
}

async function runAgain(id: string, nth: number): Promise<Body> {
  assert.equal((await service.operator('POST', `/operator/sources/${id}/run`, {})).status, 202);
  return ended(id, nth);
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
  const hooks = await service.hooksOf('lighthouse');
  const shown = hooks.map(({ text, platform, source_url }) => [text, platform, source_url]);
  assert.deepEqual(shown.sort(), [
    ['Nobody told me that a lighthouse hums.', 'TikTok', videoUrl(spoken.id)],
    [titleOf('lighthouse keepers'), 'TikTok', videoUrl(titled.id)],
  ]);
  // Listings tell of few views and long videos; the others have to be asked about.
  assert.deepEqual(askedSince(), idsOf([spoken, titled, unlisted, wide]));
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
  const rows = await service.query('select record from collected_records where source_id = $1', [id]);
  assert.doesNotMatch(JSON.stringify(rows), /do-not-keep/);
});

test('the limit of videos an hour pauses the collection until the next hour; then it goes on where it stopped', async () => {
  const many = Array.from({ length: 30 }, (_, n) => video(`anchor number ${n}`));
  fake.set({ videos: many });
  const { id, run } = await collected('anchors');
  assert.equal(run.report?.added, 20);
  const source = await service.sourceOf(id);
  assert.match(source.notices[0].message, /All 25 videos an hour by yt-dlp are used/);
  assert.equal(source.next_run_at, source.notices[0].until);
  const listings = () => fake.calls().filter(({ args }) => args.includes('--dump-json')).length;
  const before = listings();
  await service.query('delete from api_usage');
  assert.equal((await runAgain(id, 2)).report?.added, 10);
  assert.equal(listings(), before, 'what was listed is not listed again');
  assert.deepEqual(askedSince(), idsOf(many));
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
  const source = await service.sourceOf(id);
  assert.match(source.notices[0].message, /^The site refuses requests of this machine: .*not a bot\.$/);
  assert.match(source.notices[0].remedy, /HOOKLINE_YTDLP_COOKIES/);
  assert.deepEqual([hoursOf(source), source.state], [1, 'waiting']);
  await runAgain(id, 2);
  assert.equal(hoursOf(await service.sourceOf(id)), 2);
  fake.set({ listingError: null, videos: [first, ...rest] });
  assert.equal((await runAgain(id, 3)).report?.added, 2);
  assert.deepEqual((await service.sourceOf(id)).notices, []);
  fake.set({ listingError: '[tiktok:user] harbours: Unable to download webpage: HTTP Error 429: Too Many Requests' });
  await runAgain(id, 4);
  assert.equal(hoursOf(await service.sourceOf(id)), 1);
});

test('files of a collection whose source is gone are removed', async () => {
  const old = join(service.dataDir, 'collect', 'src_gone-0123456789ab');
  mkdirSync(old, { recursive: true });
  utimesSync(old, 1, 1);
  fake.set({ videos: [] });
  assert.equal((await collected('swept')).run.state, 'unchanged');
  assert.equal(existsSync(old), false);
});

test('a video that is gone is left out; one that fails is tried in three runs', async () => {
  const good = video('ropes');
  const gone = video('Gone', { error: 'Video not available, status code 10204' });
  const flaky = video('Flaky', { error: 'Unable to extract universal data for rehydration' });
  fake.set({ videos: [gone, flaky, good] });
  const { id, run } = await collected('ropes');
  assert.equal(run.report?.added, 1);
  assert.match((await service.sourceOf(id)).notices[0].message, /A video could not be read.*rehydration/);
  assert.deepEqual(askedSince(), [gone.id, flaky.id, good.id]);
  for (const nth of [2, 3]) {
    await runAgain(id, nth);
    assert.deepEqual(askedSince(), [flaky.id]);
  }
  await runAgain(id, 4);
  assert.deepEqual(askedSince(), []);
});

test('refused captions cost no video: its title is used, and the source says so', async () => {
  const warning = "Unable to download video subtitles for 'eng-US': HTTP Error 429: Too Many Requests";
  fake.set({ videos: [video('buoys', { warning })] });
  const { id, run } = await collected('buoys');
  assert.equal(run.report?.added, 1);
  assert.match((await service.sourceOf(id)).notices[0].message, /refused captions/);
});

test('a location that cannot be read fails with the reason and what to do', async () => {
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
  const rows = await service.query('select record_id, views from collected_records where source_id = $1 order by 1', [
    id,
  ]);
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
  assert.match((await service.sourceOf(id)).notices[0].message, /A video could not be read.*NUL/);
});

test('a program that is killed loses only what it had not finished, and a later run requests it again', async () => {
  const [one, two, three] = [video('spruce oars'), video('floating oars'), video('leather of oars')];
  fake.set({ videos: [one, { ...two, fault: 'dies' }, three] });
  const { id, run } = await collected('oars');
  assert.equal(run.report?.added, 2);
  assert.deepEqual(askedSince(), [one.id, two.id, three.id, three.id]);
  assert.match((await service.sourceOf(id)).notices[0].message, /ended by SIGKILL/);
  fake.set({ videos: [one, two, three] });
  assert.equal((await runAgain(id, 2)).report?.added, 1);
  assert.deepEqual(askedSince(), [two.id]);
});
