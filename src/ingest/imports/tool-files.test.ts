// Files in the shapes that other tools write, read with their presets.
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { newReading, readFiles } from './read-files.ts';

const folder = join(import.meta.dirname, '../../../test/fixtures/tools');

async function read(name: string, preset?: string, maxBytes?: number): Promise<Array<IncomingHook | Rejection>> {
  const items = [];
  const file = { name, size: undefined, open: () => createReadStream(join(folder, name)) };
  const options = { mapping: resolveMapping({ preset }), minViews: 100_000, maxBytes };
  for await (const batch of readFiles([file], options, newReading())) items.push(...batch);
  return items;
}

const fields = ['views', 'platform', 'niche', 'language', 'creator', 'source_id', 'likes', 'duration_seconds'] as const;

function valuesOf(item: IncomingHook | Rejection | undefined): unknown[] {
  if (item === undefined || isRejection(item)) return [item?.reason];
  return [item.videoKey, item.published_at?.toISOString() ?? null, ...fields.map((field) => item[field])];
}

const published = '2025-05-24T02:40:59.000Z';

test('instagram-scraper: plays count as views, and a hidden like count is unknown', async () => {
  const [first, second] = await read('instagram-scraper.json', 'instagram-scraper');
  const id = 'CaBcDeFgHiJ';
  const known = [410_000, 'Reels', null, null, 'invented.baker', id, 12_000, 21.4];
  assert.deepEqual(valuesOf(first), [`instagram/${id}`, published, ...known]);
  assert.deepEqual(first && 'hints' in first && first.hints, ['bread', 'baking']);
  assert.deepEqual(second && 'views' in second && [second.views, second.likes], [230_000, null]);
});

test('tiktok-research: the first spoken sentence is the hook, else the description; ids keep their digits', async () => {
  const [spoken, written] = await read('tiktok-research.json', 'tiktok-research');
  const id = '7412345678901234567';
  const known = [812_345, 'TikTok', null, null, 'budget.with.ada', id, 45_678, 34];
  assert.deepEqual(valuesOf(spoken), [`tiktok/${id}`, '2025-11-21T04:40:00.000Z', ...known]);
  const textOf = (item: typeof spoken) => item && 'text' in item && [item.text, item.text_method, item.family];
  assert.deepEqual(textOf(spoken), ['I stopped buying coffee for a year.', 'spoken', 'spoken']);
  assert.deepEqual(textOf(written), ['Nobody tells you this about index funds', null, 'caption']);
});

test('youtube-api: a category is a hint, ISO durations seconds, and a video without words has no language', async () => {
  const [first, second] = await read('youtube-api.json', 'youtube-api');
  const known = [2_400_000, 'YouTube', null, 'en-US', 'Invented Engineer', 'AbCdEfGhIj1', 91_000, 3723];
  assert.deepEqual(valuesOf(first), ['youtube/AbCdEfGhIj1', published, ...known]);
  assert.deepEqual(first && 'hints' in first && first.hints, ['science & technology', 'bridges', 'engineering']);
  assert.ok(second && 'niche' in second);
  assert.deepEqual([second.niche, second.language, second.duration_seconds], [null, null, 86_401]);
});

test('yt-dlp: the entries of a flat playlist are records, also in the playlists of a channel', async () => {
  const [short, unavailable, ...others] = await read('flat-playlist.json', 'yt-dlp');
  const known = [1_300_000, 'YouTube', null, null, null, 'AbCdEfGhIj3', null, null];
  assert.deepEqual(valuesOf(short), ['youtube/AbCdEfGhIj3', null, ...known]);
  assert.deepEqual([valuesOf(unavailable), others], [['a record must be an object, not null'], []]);
});

test('a workbook is read whole, also by a partial preview', async () => {
  const items = await read('workbook.xlsx', undefined, 100);
  const values = items.map((item) => (isRejection(item) ? item.reason : [item.views, item.published_at, item.niche]));
  assert.deepEqual(values, [
    [310_000, new Date('2025-05-24'), 'food'],
    [150_000, new Date('2025-05-24T12:00:00Z'), 'travel'],
  ]);
});
