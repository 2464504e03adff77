// settleBatch and toLocationError: what failures say of videos and of locations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresOf, toFailure } from './failures.ts';
import { toLocationError } from './listing.ts';
import { settleBatch } from './settle.ts';
import { parseState } from './state.ts';

test('a location that cannot be read is reported with what to do', () => {
  const cases: [text: string, remedy: RegExp][] = [
    ["[tiktok:user] x: This user's account is private. Log into an account", /COOKIES/],
    ['[tiktok:user] x: Unable to download webpage: HTTP Error 404: Not Found', /browser/],
    ['[tiktok:user] x: Unable to download webpage: <urlopen error [Errno 111] Connection refused>', /reaches the site/],
    ['[tiktok:user] x: Unable to extract secondary user ID', /Update yt-dlp: pipx upgrade/],
    ['Unable to write: [Errno 13] Permission denied', /HOOKLINE_DATA/],
  ];
  for (const [text, remedy] of cases) assert.match(toLocationError(toFailure(text)).remedy ?? '', remedy, text);
});

test('a full disk ends the collection of the location, and counts against no video', () => {
  const batch = [{ id: 'tiktok:1', url: 'https://www.tiktok.com/@ada/video/1' }];
  const state = parseState({ pending: batch });
  const failures = failuresOf('ERROR: [TikTok] 1: Cannot write metadata: [Errno 28] No space left on device');
  const settled = settleBatch(batch, state, { failures, general: toFailure('none'), hasRefusedCaptions: false });
  assert.deepEqual([settled.state, settled.records, settled.failed], [state, [], []]);
  assert.match(settled.error?.remedy ?? '', /Free space in the directory HOOKLINE_DATA/);
});

test('if all of several videos fail, the site has changed: the location fails, and none of them counts as tried', () => {
  const batch = [1, 2, 3].map((n) => ({ id: `tiktok:${n}`, url: `https://www.tiktok.com/@ada/video/${n}` }));
  const state = parseState({ pending: batch });
  const failures = failuresOf(batch.map((_, n) => `ERROR: [TikTok] ${n + 1}: Unable to extract data`).join('\n'));
  const settled = settleBatch(batch, state, { failures, general: toFailure('none'), hasRefusedCaptions: false });
  assert.deepEqual([settled.state, settled.records, settled.failed], [state, [], []]);
  assert.match(settled.error?.message ?? '', /Unable to extract data/);
});
