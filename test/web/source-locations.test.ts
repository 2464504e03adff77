// Reading and writing of source locations in the console's forms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLocation } from '../../src/ingest/locations/location.ts';
import {
  fromHeaders,
  fromYouTubeLocation,
  fromYtDlpLocation,
  toHeaders,
  toYouTubeLocation,
  toYtDlpLocation,
} from '../../web/src/features/sources/form/locations.ts';

const id = `UC${'x'.repeat(22)}`;

test('channels are handles, ids or links, then searches and countries; other links are left as they are', () => {
  const location = toYouTubeLocation({
    channels: `@one\n two , https://www.youtube.com/@three/shorts\nhttps://youtube.com/channel/${id}\n${id}`,
    searches: 'personal finance\n\n"quoted" words',
    popular: 'us de',
  });
  assert.deepEqual(parseLocation(location).locations, [
    'youtube:@one',
    'youtube:@two',
    'youtube:@three',
    `youtube:${id}`,
    `youtube:${id}`,
    'youtube:search:"personal finance"',
    'youtube:search:"quoted words"',
    'youtube:popular:US',
    'youtube:popular:DE',
  ]);
  const other = 'https://www.youtube.com/watch?v=abc';
  assert.equal(toYouTubeLocation({ channels: other, searches: '', popular: '' }), `youtube:${other}`);
});

test('a location shown in a form is saved unchanged', () => {
  const youtube = `youtube:@one youtube:${id} youtube:search:"personal finance" youtube:popular:US`;
  assert.equal(toYouTubeLocation(fromYouTubeLocation(youtube)), youtube);
  const ytDlp = 'yt-dlp:https://www.tiktok.com/@name yt-dlp:https://example.com/list?id=1,2';
  assert.equal(toYtDlpLocation(fromYtDlpLocation(ytDlp)), ytDlp);
  const headers = { Authorization: 'Bearer $secret:api', 'X-Time': '10:30' };
  assert.deepEqual(toHeaders(fromHeaders(headers)), headers);
  assert.equal(toHeaders(' \n'), undefined);
});
