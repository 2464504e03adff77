// Collecting from YouTube: results, requests and errors, against a YouTube Data API on loopback.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { type CollectContext, CollectionPaused } from '../../../src/ingest/collect/collector.ts';
import { resolveCollect } from '../../../src/ingest/collect/settings.ts';
import { collectYouTube } from '../../../src/ingest/collect/youtube/collector.ts';
import { defined } from '../../setup/defined.ts';
import { type StubChannel, startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';
import { type MemorySource, memorySource } from './memory.ts';

const dayMs = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

let youtube: YouTubeStub;
let channel: StubChannel;
let source: MemorySource;

beforeEach(async () => {
  youtube = await startYouTube();
  channel = youtube.addChannel('@kettleworks');
  source = newSource();
});

afterEach(() => youtube.close());

function newSource(given: Partial<CollectContext> = {}): MemorySource {
  const env = { HOOKLINE_YOUTUBE_URL: youtube.url };
  return memorySource(collectYouTube, env, { secrets: new Map([['youtube', youtube.key]]), ...given });
}

/** Adds videos v0 to v(count-1), newest first. */
function upload(count: number, prefix = 'v'): string[] {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  for (const [index, id] of ids.entries()) youtube.put({ id, channelId: channel.id, publishedAt: ago(40 + index) });
  return ids;
}

const requests = () => youtube.requests.map(({ method }) => method.replace('.list', ''));
const settings = (input: Parameters<typeof resolveCollect>[0]) => ({ settings: resolveCollect(input) });

test('the shorts of a channel are read in three requests, by its handle in any case or its id', async () => {
  upload(3);
  for (const location of ['youtube:@kettleworks', 'youtube:@KettleWorks', `youtube:${channel.id}`]) {
    const named = newSource();
    youtube.requests.length = 0;
    await named.run(location);
    assert.deepEqual(named.ids('waiting'), ['v0', 'v1', 'v2'], location);
    assert.deepEqual([requests(), named.usage], [['channels', 'playlistItems', 'videos'], { youtube: 3 }], location);
  }
});

test('a record has the words, the counts and the time of the request; the key is sent in a header, never in a URL', async () => {
  youtube.put({ id: 'one', channelId: channel.id, title: 'This kettle is older than you', tags: ['tea'], views: 3e6 });
  const before = Date.now();
  await source.run('youtube:@kettleworks');
  const { record, views } = defined(source.records.get('one'));
  const { snippet, statistics, views_captured_at, ...others } = JSON.parse(record ?? '');
  assert.deepEqual([views, statistics.viewCount, 'player' in others], [3_000_000, '3000000', false]);
  const { title, channelTitle, tags } = snippet;
  assert.deepEqual([title, channelTitle, tags], ['This kettle is older than you', 'kettleworks', ['tea']]);
  assert.ok(Date.parse(views_captured_at) >= before && Date.parse(views_captured_at) <= Date.now());
  for (const { headers, params } of youtube.requests) {
    assert.equal(headers['x-goog-api-key'], youtube.key);
    assert.ok(!params.toString().includes(youtube.key));
  }
});

test('only vertical videos of up to three minutes are collected, no broadcasts or unavailable videos', async () => {
  const wanted = [{}, { ratio: 1 }, { ratio: null }, { seconds: 180 }];
  const others = [{ seconds: 181 }, { ratio: 16 / 9 }, { live: 'live' }, { live: 'upcoming' }] as const;
  for (const [at, video] of [...wanted, ...others, { isUnavailable: true }, { title: '' }].entries())
    youtube.put({ id: `v${at}`, channelId: channel.id, ...video });
  await source.run('youtube:@kettleworks');
  assert.deepEqual(source.ids('waiting').sort(), ['v0', 'v1', 'v2', 'v3']);
  assert.equal(source.ids('skipped').length, 6);
});

test('the views of every short video of a channel are stored, also if they are too few, but no text', async () => {
  const views = { 'kettles-001': 250_000, 'kettles-002': 9_000, 'kettles-003': 120 };
  for (const [id, count] of Object.entries(views))
    youtube.put({ id, channelId: channel.id, views: count, publishedAt: '2026-01-02T03:04:05.000Z' });
  youtube.put({ id: 'kettles-004', channelId: channel.id, views: 7_000, seconds: 600 });
  await source.run('youtube:@kettleworks');
  assert.deepEqual(
    [...source.videos.values()].toSorted((a, b) => b.views - a.views),
    Object.entries(views).map(([id, count]) => ({
      ...{ platform: 'YouTube', creator: 'kettleworks', video: `youtube/${id}`, views: count },
      publishedAt: '2026-01-02T03:04:05.000Z',
    })),
  );
  // YouTube allows views to be stored for 30 days, so they are read again earlier.
  youtube.put({ id: 'kettles-003', channelId: channel.id, views: 180 });
  source.outdated = ['kettles-003', 'kettles-gone'];
  await source.run('youtube:@kettleworks');
  assert.equal(source.videos.get('youtube/kettles-003')?.views, 180);
});

test('long lists are read in pages of 50, no video is requested twice, and at most max_videos are', async () => {
  const ids = upload(130);
  await source.run('youtube:@kettleworks');
  assert.deepEqual(youtube.idsAsked(), ids);
  assert.equal(youtube.requests.map((request) => request.ids.length).join(), '0,0,50,0,50,0,30');
  assert.deepEqual(source.usage, { youtube: 7 });
  const limited = newSource(settings({ max_videos: 60 }));
  await limited.run('youtube:@kettleworks');
  assert.equal(youtube.idsAsked().length, 130 + 60);
  assert.deepEqual(limited.usage, { youtube: 5 });
});

test('a channel without new videos costs one unit; only new videos are requested', async () => {
  upload(60);
  await source.run('youtube:@kettleworks');
  const before = youtube.requests.length;
  await source.run('youtube:@kettleworks');
  assert.deepEqual(requests().slice(before), ['playlistItems']);
  assert.ok(youtube.requests.at(-1)?.headers['if-none-match']);
  youtube.put({ id: 'new', channelId: channel.id });
  await source.run('youtube:@kettleworks');
  // Pages are read until one has nothing new.
  assert.deepEqual(requests().slice(before + 1), ['playlistItems', 'videos', 'playlistItems']);
  assert.deepEqual(youtube.idsAsked().slice(60), ['new']);
});

test('paging that is interrupted after any request continues after it', async () => {
  const ids = upload(130);
  // The walk has 7 requests, each of which is a step.
  for (let steps = 1; steps < 7; steps++) {
    const interrupted = newSource();
    const before = youtube.requests.length;
    await interrupted.run('youtube:@kettleworks', { maxSteps: steps });
    await interrupted.run('youtube:@kettleworks');
    assert.deepEqual(interrupted.ids('waiting'), ids, `after ${steps} steps`);
    assert.equal(youtube.requests.length - before, 7, `after ${steps} steps`);
  }
});

test('a video with few views is requested again, at most hourly, until it has enough or is a month old', async () => {
  const put = (id: string, days: number) =>
    youtube.put({ id, channelId: channel.id, views: 900, publishedAt: ago(days) });
  put('rising', 2);
  put('quiet', 29);
  put('old', 31);
  await source.run('youtube:@kettleworks');
  assert.deepEqual([source.ids('watched'), source.ids('skipped')], [['rising', 'quiet'], ['old']]);
  const before = youtube.idsAsked().length;
  youtube.video('rising').views = 150_000;
  await source.run('youtube:@kettleworks');
  assert.equal(youtube.idsAsked().length, before);
  for (const record of source.records.values()) record.askedAt = new Date(Date.now() - 3_600_001);
  await source.run('youtube:@kettleworks');
  assert.deepEqual(youtube.idsAsked().slice(before), ['rising', 'quiet']);
  assert.deepEqual([source.ids('waiting'), source.ids('watched')], [['rising'], ['quiet']]);
  youtube.video('quiet').isUnavailable = true;
  for (const record of source.records.values()) record.askedAt = new Date(0);
  await source.run('youtube:@kettleworks');
  assert.deepEqual([source.ids('watched'), source.ids('skipped').sort()], [[], ['old', 'quiet']]);
});

test('a search finds short videos in the language and country of the source, the most viewed first', async () => {
  const put = (id: string, title: string, views: number) =>
    youtube.put({ id, channelId: channel.id, title, views, publishedAt: ago(400) });
  put('a', 'Personal finance in a minute', 2e5);
  put('b', 'My personal finance rule', 9e5);
  await source.run('youtube:search:"personal finance"', settings({ language: 'pt-BR', region: 'BR' }));
  assert.deepEqual(source.ids('waiting'), ['b', 'a']);
  const { q, type, videoDuration, regionCode, relevanceLanguage, publishedAfter } = Object.fromEntries(
    defined(youtube.requests[0]).params,
  );
  assert.deepEqual([q, type, videoDuration], ['personal finance', 'video', 'short']);
  assert.deepEqual([regionCode, relevanceLanguage, publishedAfter], ['BR', 'pt', undefined]);
  assert.deepEqual(source.usage, { 'youtube-search': 1, youtube: 1 });
});

test('a missing key, a wrong key and an API that is not enabled return errors with the fix, without the key', async () => {
  upload(1);
  const set = /key.*`npx hookline admin secrets set youtube`/;
  for (const [secrets, fault, expected] of [
    [[], undefined, set],
    [[['youtube', 'wrong-key']], undefined, set],
    [undefined, 'accessNotConfigured', /no access to YouTube.*Enable the YouTube Data API v3/],
  ] as const) {
    youtube.fault = () => fault;
    const running = source.run('youtube:@kettleworks', secrets && { secrets: new Map(secrets) });
    await assert.rejects(running, ({ message, remedy }: Error & { remedy: string }) => {
      assert.match(`${message} ${remedy}`, expected);
      return !`${message} ${remedy}`.includes(youtube.key) && !message.includes('wrong-key');
    });
  }
});

test('too many requests a minute pause the collection for some minutes', async () => {
  youtube.fault = () => 'rateLimitExceeded';
  await assert.rejects(source.run('youtube:@kettleworks'), (error) => {
    assert.ok(error instanceof CollectionPaused);
    const waitMs = error.until.getTime() - Date.now();
    return waitMs > 0 && waitMs < 600_000;
  });
});
