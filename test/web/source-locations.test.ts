// Locations of sources as the console's forms read and write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLocation } from '../../src/ingest/sources/location.ts';
import {
  describeLocation,
  fromHeaders,
  fromYouTubeLocation,
  fromYtDlpLocation,
  kindOf,
  toApifyLocation,
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

test('a location that was shown in a form is written unchanged', () => {
  const youtube = `youtube:@one youtube:${id} youtube:search:"personal finance" youtube:popular:US`;
  assert.equal(toYouTubeLocation(fromYouTubeLocation(youtube)), youtube);
  const ytDlp = 'yt-dlp:https://www.tiktok.com/@name yt-dlp:https://example.com/list?id=1,2';
  assert.equal(toYtDlpLocation(fromYtDlpLocation(ytDlp)), ytDlp);
  const headers = { Authorization: 'Bearer $secret:api', 'X-Time': '10:30' };
  assert.deepEqual(toHeaders(fromHeaders(headers)), headers);
  assert.equal(toHeaders(' \n'), undefined);
});

test('a source is edited as the kind that it is', () => {
  const kinds = [
    ['youtube:@a', 'youtube'],
    ['yt-dlp:https://example.com', 'yt-dlp'],
    ['https://api.apify.com/v2/datasets/a/items', 'apify'],
    ['https://example.com/a.jsonl', 'url'],
    ['/srv/hooks', 'file'],
  ];
  assert.deepEqual(
    kinds.map(([location = '']) => kindOf({ location })),
    kinds.map(([, kind]) => kind),
  );
  assert.equal(toApifyLocation('aBc123'), 'https://api.apify.com/v2/datasets/aBc123/items?clean=true');
  assert.equal(describeLocation('youtube:@a youtube:@b youtube:@c'), '3 locations: youtube:@a…');
});
