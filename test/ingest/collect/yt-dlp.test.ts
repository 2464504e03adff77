// Sources of yt-dlp with a program that behaves like it: requests, published hooks, limits, and faults.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { CollectionPaused } from '../../../src/ingest/collect/collector.ts';
import { collectYtDlp } from '../../../src/ingest/collect/yt-dlp/collector.ts';
import { peopleOf } from '../../accounts/people.ts';
import { until } from '../../setup/until.ts';
import { type FakeVideo, type FakeYtDlp, videoUrl, vtt } from '../../setup/yt-dlp/fake-yt-dlp.ts';
import { type Body, type IngestService, ingestService } from '../ingest-service.ts';
import { memorySource } from './memory.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hookline-yt-dlp-'));
const profile = 'yt-dlp:https://www.tiktok.com/@profile';
let service: IngestService;
let fake: FakeYtDlp;

before(async () => {
  service = await ingestService();
  ({ fake } = service);
  askedSince();
});

after(() => rmSync(dataDir, { recursive: true }));

afterEach(() => {
  askedSince();
  fake.set({ listingError: null, listingOutput: null, videos: [] });
});

let videos = 0;
let seen = 0;

const titleOf = (name: string) => `The ${name} nobody told you about`;

/** A video with 250,000 views by default. */
function video(name: string, more: Partial<FakeVideo> = {}): FakeVideo {
  const id = String(7_300_000_000_000_000_000n + BigInt(++videos));
  return { id, title: titleOf(name), views: 250_000, ...more };
}

const idsOf = (of: readonly FakeVideo[]) => of.map(({ id }) => id);

/** Returns the ids whose details were requested since the last call. */
function askedSince(): string[] {
  const asked = fake.asked().slice(seen);
  seen += asked.length;
  return asked;
}

/** A source without a service, and its notices. */
function newSource() {
  const notices: string[] = [];
  const notify = (message: string) => notices.push(message);
  const env = { HOOKLINE_YTDLP: fake.program, HOOKLINE_DATA: dataDir };
  return { ...memorySource(collectYtDlp, env, { notify }), notices };
}

/** Resolves with the nth run of the source. Its units and notices are stored when it is settled, after its import is done. */
async function ended(id: string, nth: number): Promise<Body> {
  const runs = () => service.runsOf(id);
  await until(runs, ({ length }) => length >= nth);
  await until(
    () => service.sourceOf(id),
    ({ running_since }) => running_since === null,
  );
  return (await runs())[0];
}

/** Creates a source of the profile `name` and returns its first run. The labels are set, so nothing is pending review. */
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

test('new videos become hooks with the line of the captions or else the title; a second run requests only new videos', async () => {
  const ofGoneSource = join(service.dataDir, 'collect', 'src_gone-0123456789ab');
  mkdirSync(ofGoneSource, { recursive: true });
  utimesSync(ofGoneSource, 1, 1);
  const calls = fake.calls().length;
  const spoken = video('spoken', { captions: { 'eng-US': vtt('Nobody told me that a lighthouse hums.') } });
  const titled = video('lighthouse keepers');
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
  // Listings contain few views and long durations; the details of the other videos must be requested.
  assert.deepEqual(askedSince(), idsOf([spoken, titled, unlisted, wide]));
  assert.equal(existsSync(ofGoneSource), false);
  // The program receives no secrets and no configuration of others, and never downloads the video; its files are removed.
  for (const { args, names, urls, directory } of fake.calls().slice(calls)) {
    assert.equal(args[0], '--ignore-config');
    assert.deepEqual(args.slice(-1 - urls.length), ['--', ...urls]);
    assert.ok(args.includes('--dump-json') || args.includes('--skip-download'));
    assert.doesNotMatch(names.join(), /HOOKLINE|DATABASE|KEY|SECRET|TOKEN/);
    assert.ok(directory.includes(join('collect', id)), directory);
    assert.equal(existsSync(directory), false);
  }
  const rows = await service.query('select record from collected_records where source_id = $1', [id]);
  assert.doesNotMatch(JSON.stringify(rows), /do-not-keep/);
  // The listing gives the views and creator of the video with few views, so its details are not requested.
  const usual = () => service.query("select views::float8 from creator_videos where creator = 'tideclock' order by 1");
  assert.deepEqual(
    (await usual()).slice(0, 2).map(({ views }) => views),
    [5, 5],
  );
  const fresh = video('lamps');
  few.views = 300_000;
  fake.set({ videos: [fresh, spoken, titled, few, unlisted, long, wide] });
  assert.equal((await runAgain(id, 2)).report?.added, 2);
  assert.deepEqual(askedSince(), [fresh.id, few.id]);
  assert.equal((await runAgain(id, 3)).state, 'unchanged');
  assert.deepEqual(askedSince(), []);
});

test('site values that the database cannot store cost at most their video, and the run ends', async () => {
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
  const views = rows.map((row) => `${row.record_id} ${row.views}`);
  assert.deepEqual(views, ['tiktok:7300 3', 'tiktok:7301 null', 'tiktok:7302 5', 'tiktok:7303 5']);
  fake.set({ listingOutput: null, listingError: `[TikTok] x: a \0 and \u001b[31m ${'\u{1f600}'.repeat(300)}` });
  const failed = await runAgain(id, 2);
  assert.equal(failed.state, 'failed');
  assert.match(failed.error ?? '', /x: a {3}and {2}\[31m/);
});

test('when the hourly limit of videos is used up, the next run continues where it stopped, without another listing', async () => {
  const many = Array.from({ length: 30 }, (_, n) => video(`anchor number ${n}`));
  fake.set({ videos: many });
  const source = newSource();
  let left = 25;
  const spend = async (_api: string, units: number | 'all') => {
    left -= Number(units);
    if (left < 0) throw new Error('used');
  };
  const listings = () => fake.calls().filter(({ args }) => args.includes('--dump-json')).length;
  const before = listings();
  await assert.rejects(source.run(profile, { spend }), /used/);
  assert.equal(source.ids('waiting').length, 20);
  await source.run(profile);
  assert.deepEqual([source.ids('waiting').length, listings()], [30, before + 1]);
  assert.deepEqual(askedSince(), idsOf(many));
});

test('a site that blocks requests is not requested for an hour, then two; earlier results are kept', async () => {
  const [first, second] = [video('frozen harbours'), video('second harbour')];
  const error = 'Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication';
  const source = newSource();
  const pausedHours = async () => {
    const paused = await source.run(profile).catch((reason) => reason);
    assert.ok(paused instanceof CollectionPaused);
    return Math.round((paused.until.getTime() - Date.now()) / 3_600_000);
  };
  fake.set({ videos: [first, { ...second, error }] });
  assert.deepEqual([await pausedHours(), source.ids('waiting').length, await pausedHours()], [1, 1, 2]);
  fake.set({ videos: [first, second] });
  await source.run(profile);
  assert.equal(source.ids('waiting').length, 2);
  fake.set({ listingError: '[tiktok:user] harbours: Unable to download webpage: HTTP Error 429: Too Many Requests' });
  assert.equal(await pausedHours(), 1);
});

test('an unavailable video is left out, a failing one is tried in three runs, and one without its captions uses its title', async () => {
  const warning = "Unable to download video subtitles for 'eng-US': HTTP Error 429: Too Many Requests";
  const good = video('ropes', { warning });
  const gone = video('Gone', { error: 'Video not available, status code 10204' });
  const flaky = video('Flaky', { error: `Unable to extract universal data \0 ${'\u{1f600}'.repeat(300)}` });
  fake.set({ videos: [gone, flaky, good] });
  const source = newSource();
  await source.run(profile);
  assert.equal(source.ids('waiting').length, 1);
  assert.match(source.notices.join(), /refused captions.*A video could not be read.*universal data/);
  assert.deepEqual(askedSince(), idsOf([gone, flaky, good]));
  for (const asked of [[flaky.id], [flaky.id], []]) {
    await source.run(profile);
    assert.deepEqual(askedSince(), asked);
  }
});

test('a killed program loses only its unfinished videos, and a later run requests them again', async () => {
  const [one, two, three] = [video('spruce oars'), video('floating oars'), video('leather of oars')];
  fake.set({ videos: [one, { ...two, fault: 'dies' }, three] });
  const source = newSource();
  await source.run(profile);
  assert.equal(source.ids('waiting').length, 2);
  assert.deepEqual(askedSince(), idsOf([one, two, three, three]));
  assert.match(source.notices.join(), /ended by SIGKILL/);
  fake.set({ videos: [one, two, three] });
  await source.run(profile);
  assert.equal(source.ids('waiting').length, 3);
  assert.deepEqual(askedSince(), [two.id]);
});

test('an approved request becomes a source, or joins the one that reads the location; its customer is mailed at the first hooks', async () => {
  const people = peopleOf(service);
  const { key, email } = await service.account('free');
  const ask = async (location: string) =>
    (await service.send('POST', '/source-requests', key, { body: { location } })).body.request_id;
  const approve = (id: string) => service.operator('POST', `/operator/source-requests/${id}/approve`);
  fake.set({ videos: [] });
  const { id: sourceId } = await collected('wanted');
  const known = await approve(await ask('www.tiktok.com/@wanted'));
  assert.deepEqual([known.status, known.body.source, known.body.state], [200, 'wanted', 'approved']);
  const created = await approve(await ask('https://www.tiktok.com/@unseen'));
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const source = await service.sourceOf(encodeURIComponent(created.body.source));
  const collect = { max_videos: 200 };
  assert.deepEqual([source.location, source.collect], ['yt-dlp:https://www.tiktok.com/@unseen', collect]);
  await ended(source.id, 1);
  assert.equal(people.mailsTo(email, 'The hooks you requested are available').length, 0);
  fake.set({ videos: [video('wanted thing')] });
  await runAgain(sourceId, 2);
  assert.match(await people.mailTo(email, 'The hooks you requested are available'), /@wanted\s+Hooks so far: 1/);
  const { data } = (await service.get('/source-requests', key)).body;
  assert.deepEqual(
    data.map(({ state, hooks }: Body) => [state, hooks]),
    [
      ['approved', 0],
      ['collected', 1],
    ],
  );
});
