// settleBatch and toLocationError: how failures are assigned to videos and locations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresOf, toFailure } from './program.ts';
import { parseState, settleBatch } from './settle.ts';

test('a full disk ends collection for the location without counting against videos', () => {
  const batch = [{ id: 'tiktok:1', url: 'https://www.tiktok.com/@ada/video/1' }];
  const state = parseState({ pending: batch });
  const failures = failuresOf('ERROR: [TikTok] 1: Cannot write metadata: [Errno 28] No space left on device');
  const settled = settleBatch(batch, state, { failures, general: toFailure('none'), hasRefusedCaptions: false });
  assert.deepEqual([settled.state, settled.records, settled.failed], [state, [], []]);
  assert.match(settled.error?.remedy ?? '', /Free space in the directory HOOKLINE_DATA/);
});

test('if all of several videos fail, the location fails and none of them counts as tried', () => {
  const batch = [1, 2, 3].map((n) => ({ id: `tiktok:${n}`, url: `https://www.tiktok.com/@ada/video/${n}` }));
  const state = parseState({ pending: batch });
  const failures = failuresOf(batch.map((_, n) => `ERROR: [TikTok] ${n + 1}: Unable to extract data`).join('\n'));
  const settled = settleBatch(batch, state, { failures, general: toFailure('none'), hasRefusedCaptions: false });
  assert.deepEqual([settled.state, settled.records, settled.failed], [state, [], []]);
  assert.match(settled.error?.message ?? '', /Unable to extract data/);
});
