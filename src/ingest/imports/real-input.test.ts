// Real third-party files, read and mapped with the presets: exact counts of accepted and rejected records. Skipped if absent.
import assert from 'node:assert/strict';
import { createReadStream, existsSync } from 'node:fs';
import { test } from 'node:test';
import { readRecords } from '../formats/read.ts';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import { mapRecords } from '../mapping/map-records.ts';
import type { MappingInput } from '../mapping/mapping.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';

const input = '../shared/input';
const skip = existsSync(input) ? false : 'no ../shared/input';

/** `counts`: hooks, different texts, records below the minimum of views, and other rejections. */
async function run(path: string, options: MappingInput) {
  const mapping = resolveMapping(options);
  const records = readRecords(createReadStream(`${input}/${path}`), { filename: path, records: mapping.records });
  const hooks: IncomingHook[] = [];
  const rejected: Rejection[] = [];
  for await (const batch of mapRecords(records, mapping, { minViews: 100_000 }))
    for (const item of batch) isRejection(item) ? rejected.push(item) : hooks.push(item);
  const below = rejected.filter(({ reason }) => /below the minimum/.test(reason)).length;
  const texts = new Set(hooks.map(({ textKey }) => textKey)).size;
  return { hooks, rejected, counts: [hooks.length, texts, below, rejected.length - below] };
}

test('viral-hooks: every line is accepted, with its niche', { skip }, async () => {
  const { hooks, counts } = await run('viral_hooks_1348/hooks.json', { preset: 'viral-hooks' });
  assert.deepEqual(counts, [1348, 1346, 0, 0]);
  assert.ok(hooks.every(({ niche, platform }) => niche !== null && platform === null));
});

test('instagram-reels: captions of several lines are accepted, empty ones and tags or emoji alone rejected', {
  skip,
}, async () => {
  const { hooks, counts } = await run('instagram_reels_in/reels_data.csv', { preset: 'instagram-reels' });
  assert.deepEqual(counts, [366, 360, 428, 6]);
  assert.ok(hooks.every(({ source_id, published_at }) => source_id?.length === 11 && published_at !== null));
  assert.ok(
    hooks.every(({ niche, hints }) => niche !== null || hints.some((hint) => /^(educational|gym)$/.test(hint))),
  );
});

test('tiktok-scraper: ids of 19 digits stay exact', { skip }, async () => {
  const { hooks, counts } = await run('tiktok_trending_2020_12/trending.json', { preset: 'tiktok-scraper' });
  assert.deepEqual(counts, [333, 333, 416, 251]);
  for (const { source_id, source_url } of hooks)
    assert.ok(/^\d{19}$/.test(source_id ?? '') && source_url?.includes(source_id ?? '-'));
});

test('youtube-trending: daily captures are dated if the year is set, and a cut file rejects only its last record', {
  skip,
}, async () => {
  const dated = { preset: 'youtube-trending', set: ['year=2017'] };
  const { hooks, counts } = await run('youtube_trending_2017_us/USvideos.csv', dated);
  assert.deepEqual([counts[0], counts[2], counts[3]], [5952, 2044, 0]);
  assert.equal(new Set(hooks.map(({ source_id }) => source_id)).size, 1694);
  const days = new Set(hooks.map(({ views_captured_at }) => views_captured_at?.toISOString().slice(5, 10)));
  assert.ok(days.has('09-13') && days.has('10-22') && !days.has('01-13'));
  // One French title is the name of a video file, on two days.
  for (const [country, ...expected] of [
    ['US', 868, 4, 1],
    ['IN', 717, 23, 1],
    ['FR', 669, 285, 3],
  ] as const) {
    const path = `youtube_trending_2020/${country}_youtube_trending_data.csv`;
    const { counts, rejected } = await run(path, { preset: 'youtube-trending' });
    assert.deepEqual([counts[0], counts[2], counts[3]], expected, country);
    assert.equal(rejected.at(-1)?.reason, 'the file ends inside a quoted cell');
  }
});

test('files that need something else are rejected with what to do', { skip }, async () => {
  for (const [path, expected] of [
    ['lfs_pointer_csv/data/JPvideos.csv', /git lfs pull/],
    ['tiktok_trending_2020_12/trending.json', /set --records collector/],
    ['hook_archetypes/hooks.json', /no column for text/],
  ] as const)
    assert.match((await run(path, {})).rejected[0]?.reason ?? '', expected);
});
