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

async function run(path: string, options: MappingInput) {
  const mapping = resolveMapping(options);
  const records = readRecords(createReadStream(`${input}/${path}`), { filename: path, records: mapping.records });
  const hooks: IncomingHook[] = [];
  const rejected: Rejection[] = [];
  for await (const batch of mapRecords(records, mapping, { minViews: 100_000 })) {
    for (const item of batch) isRejection(item) ? rejected.push(item) : hooks.push(item);
  }
  const countOf = (reason: RegExp) => rejected.filter((item) => reason.test(item.reason)).length;
  const counts = { hooks: hooks.length, texts: new Set(hooks.map((hook) => hook.textKey)).size };
  return {
    hooks,
    rejected,
    counts: { ...counts, floor: countOf(/below the minimum/), other: rejected.length - countOf(/below the minimum/) },
  };
}

test('viral-hooks: every line is accepted, with its niche', { skip }, async () => {
  const { hooks, counts } = await run('viral_hooks_1348/hooks.json', { preset: 'viral-hooks' });
  assert.deepEqual(counts, { hooks: 1348, texts: 1346, floor: 0, other: 0 });
  assert.ok(hooks.every((hook) => hook.niche !== null && hook.platform === null));
  assert.equal(hooks.filter((hook) => hook.archetype === null).length, 1011);
});

test('instagram-reels: multi-line captions are accepted, empty ones and tags or emoji alone rejected', {
  skip,
}, async () => {
  const { hooks, counts } = await run('instagram_reels_in/reels_data.csv', { preset: 'instagram-reels' });
  assert.deepEqual(counts, { hooks: 366, texts: 360, floor: 428, other: 6 });
  assert.ok(hooks.every((hook) => hook.source_id?.length === 11 && hook.published_at !== null));
  assert.ok(hooks.every((hook) => hook.niche !== null || hook.hints.some((hint) => /^(educational|gym)$/.test(hint))));
});

test('tiktok-scraper: ids of 19 digits stay exact, and captions of tags or emoji alone are rejected', {
  skip,
}, async () => {
  const { hooks, counts } = await run('tiktok_trending_2020_12/trending.json', { preset: 'tiktok-scraper' });
  assert.deepEqual(counts, { hooks: 333, texts: 333, floor: 416, other: 251 });
  assert.ok(
    hooks.every((hook) => /^\d{19}$/.test(hook.source_id ?? '') && hook.source_url?.includes(hook.source_id ?? '-')),
  );
});

test('youtube-trending 2017: daily captures of a video are dated if the year is set', { skip }, async () => {
  const options = { preset: 'youtube-trending', set: ['year=2017'] };
  const { hooks, counts } = await run('youtube_trending_2017_us/USvideos.csv', options);
  assert.deepEqual([counts.hooks, counts.floor, counts.other], [5952, 2044, 0]);
  assert.equal(new Set(hooks.map((hook) => hook.source_id)).size, 1694);
  const days = new Set(hooks.map((hook) => hook.views_captured_at?.toISOString().slice(5, 10)));
  assert.ok(days.has('09-13') && days.has('10-22') && !days.has('01-13'));
  const other = await run('youtube_trending_2017_us/USvideos.hashmihammad_200k.csv', { preset: 'youtube-trending' });
  assert.deepEqual(other.counts, { hooks: 104, texts: 104, floor: 40, other: 0 });
});

test('youtube-trending 2020: each file ends inside a quoted cell, which rejects only that record', {
  skip,
}, async () => {
  const expected = { US: [868, 4], GB: [763, 89], CA: [805, 26], IN: [717, 23], DE: [585, 197], FR: [669, 285] };
  for (const [country, [accepted, floor]] of Object.entries(expected)) {
    const path = `youtube_trending_2020/${country}_youtube_trending_data.csv`;
    const { counts, rejected } = await run(path, { preset: 'youtube-trending' });
    // One French title is the name of a video file, on two days.
    assert.deepEqual([counts.hooks, counts.floor, counts.other], [accepted, floor, country === 'FR' ? 3 : 1], country);
    assert.equal(rejected.at(-1)?.reason, 'the file ends inside a quoted cell');
  }
});

test('a Git LFS pointer is rejected as a file, with the command to run', { skip }, async () => {
  const { rejected } = await run('lfs_pointer_csv/data/JPvideos.csv', { preset: 'youtube-trending' });
  assert.deepEqual(
    rejected.map((item) => item.field),
    ['file'],
  );
  assert.match(rejected[0]?.reason ?? '', /git lfs pull/);
});

test('files without a mapping are rejected with the option to set', { skip }, async () => {
  const nested = await run('tiktok_trending_2020_12/trending.json', {});
  assert.match(nested.rejected[0]?.reason ?? '', /set --records collector/);
  const formats = await run('hook_archetypes/hooks.json', {});
  assert.match(formats.rejected[0]?.reason ?? '', /no column for text/);
});
