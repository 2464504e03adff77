// Sources of yt-dlp, through the real service and a program that behaves like yt-dlp: what is requested, and limits.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { until } from '../../setup/until.ts';
import { videoUrl, vtt } from '../../setup/yt-dlp/fake-yt-dlp.ts';
import { titleOf, video, type YtDlpService, ytDlpService } from '../../setup/yt-dlp/yt-dlp-service.ts';

let ytDlp: YtDlpService;
let fake: YtDlpService['fake'];
let service: YtDlpService['service'];
let database: YtDlpService['database'];
let collected: YtDlpService['collected'];
let runAgain: YtDlpService['runAgain'];
let sourceOf: YtDlpService['sourceOf'];
let found: YtDlpService['found'];
let askedSince: YtDlpService['askedSince'];

before(async () => {
  ytDlp = await ytDlpService({ HOOKLINE_YTDLP_VIDEOS_PER_HOUR: '25' });
  ({ fake, service, database, collected, runAgain, sourceOf, found, askedSince } = ytDlp);
});

after(() => ytDlp.close());
afterEach(() => ytDlp.reset());

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

test('files of a collection whose source is gone are removed', async () => {
  const old = join(service.dataDir, 'collect', 'src_gone-0123456789ab');
  mkdirSync(old, { recursive: true });
  utimesSync(old, 1, 1);
  fake.set({ videos: [] });
  assert.equal((await collected('swept')).run.state, 'unchanged');
  assert.equal(existsSync(old), false);
});
