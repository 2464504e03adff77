import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformOfUrl, videoOf, videoOfUrl } from './video-url.ts';

const videos: Record<string, readonly string[]> = {
  'youtube/dQw4w9WgXcQ': [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s',
    'https://www.youtube.com/watch?feature=share&amp;v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf&v=dQw4w9WgXcQ&index=2',
    'https://www.youtubekids.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/#!/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?start=3',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/v/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?t=1#x',
    'HTTPS://WWW.YOUTUBE.COM/SHORTS/dQw4w9WgXcQ',
    'https://www.youtube.com:443/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com./watch?v=dQw4w9WgXcQ',
    ' //youtube.com/watch?v=dQw4w9WgXcQ',
    'youtube.com/watch?v=dQw4w9WgXcQ',
    // Players ignore text after the id, so a block must too.
    'https://www.youtube.com/watch?v=dQw4w9WgXcQxyz',
    'https://youtu.be/dQw4w9WgXcQ_2',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ/extra',
  ],
  'tiktok/7123456789012345678': [
    'https://www.tiktok.com/@ada.money/video/7123456789012345678?_r=1&_t=x',
    'https://m.tiktok.com/v/7123456789012345678.html',
    'https://www.tiktok.com/@ada/photo/7123456789012345678',
    'https://www.tiktok.com/embed/v2/7123456789012345678',
    'https://t.tiktok.com/i18n/share/video/7123456789012345678/',
    'https://www.tiktokv.com/share/video/7123456789012345678/',
    'https://www.tiktok.com/foryou?is_copy_url=1&item_id=7123456789012345678',
    'https://me@www.tiktok.com.:443/@ada/video/7123456789012345678',
  ],
  'instagram/CxYz_1-aB': [
    'https://www.instagram.com/reel/CxYz_1-aB/?igsh=x',
    'https://www.instagram.com/reels/CxYz_1-aB/',
    'https://www.instagram.com/ada/reel/CxYz_1-aB/',
    'https://www.instagram.com/p/CxYz_1-aB/embed/captioned',
    'http://instagr.am/p/CxYz_1-aB/',
  ],
  'facebook/1234567890123456': [
    'https://www.facebook.com/reel/1234567890123456',
    'https://www.facebook.com/watch/?v=1234567890123456',
    'https://m.facebook.com/watch?ref=saved&v=1234567890123456',
    'https://www.facebook.com/video.php?v=1234567890123456',
    'https://www.facebook.com/ada/videos/1234567890123456/',
    'https://web.facebook.com/ada/videos/how-it-began/1234567890123456/',
    'https://fb.com/reel/1234567890123456',
  ],
};

const noVideos: readonly string[] = [
  '',
  'no url',
  'see https://youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=dQw4w9WgXc',
  'https://www.youtube.com/watch?x=1#v=dQw4w9WgXcQ',
  'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'https://www.youtube.com/embed/videoseries?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'https://www.youtube.com/@ElevenChars',
  'https://www.youtube.com/results?search_query=dQw4w9WgXcQ',
  'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?url=https://youtu.be/dQw4w9WgXcQ',
  'ftp://youtu.be/dQw4w9WgXcQ',
  'https://www.tiktok.com/@ada',
  'https://www.tiktok.com/@7123456789012345678',
  'https://www.tiktok.com/music/original-sound-7123456789012345678',
  'https://www.tiktok.com/@ada/playlist/best-7123456789012345678',
  'https://vm.tiktok.com/ZMabcdefg/',
  'https://example.com/@ada/video/7123456789012345678',
  'https://www.instagram.com/ada/',
  'https://www.instagram.com/reels/audio/1234567890123456/',
  'https://www.instagram.com/share/reel/BAhJx_Kz9',
  'https://www.facebook.com/ada/posts/1234567890123456',
  'https://www.facebook.com/share/r/1AbCdEfGhI/',
  'https://fb.watch/aBcDeFgHiJ/',
];

test('every form of a video URL has the same key', () => {
  for (const [key, urls] of Object.entries(videos)) for (const url of urls) assert.equal(videoOfUrl(url), key, url);
});

test('URLs without a video, and URLs of other sites, have no key', () => {
  for (const url of noVideos) assert.equal(videoOfUrl(url), undefined, url);
});

test('a URL has the platform of its site', () => {
  for (const [url, platform] of [
    ['https://m.youtube.com/@name', 'YouTube'],
    ['https://youtu.be/dQw4w9WgXcQ', 'YouTube'],
    ['https://vm.tiktok.com/ZMabcdefg/', 'TikTok'],
    ['https://www.instagram.com/reel/CxYz_1-aBcd/', 'Reels'],
    ['https://www.facebook.com/reel/1234567890', 'Facebook'],
    ['https://example.com/?u=https://youtube.com/watch', null],
    ['https://notyoutube.com/watch?v=dQw4w9WgXcQ', null],
  ] as const)
    assert.equal(platformOfUrl(url), platform, url);
});

test('ids of YouTube and Instagram are case-sensitive', () => {
  const [url, other] = ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcq'];
  assert.notEqual(videoOfUrl(url), videoOfUrl(other));
  assert.notEqual(videoOfUrl('https://instagram.com/p/CxYz_1-aB'), videoOfUrl('https://instagram.com/p/cxyz_1-ab'));
});

test('a record gets its video from its URL, else from an unambiguous id', () => {
  const of = (platform: string | null, source_id: string | null, source_url: string | null = null) =>
    videoOf({ platform, source_id, source_url });
  assert.equal(of('Other', 'x', 'https://youtu.be/dQw4w9WgXcQ'), 'youtube/dQw4w9WgXcQ');
  assert.equal(of('TikTok', '7123456789012345678', 'https://vm.tiktok.com/ZMabcdefg/'), 'tiktok/7123456789012345678');
  assert.equal(of('YouTube', 'dQw4w9WgXcQ'), 'youtube/dQw4w9WgXcQ');
  assert.equal(of('Reels', 'CxYz_1-aBcd'), 'instagram/CxYz_1-aBcd');
  for (const [platform, id] of [
    ['YouTube', '12345678901'],
    ['YouTube', 'dQw4w9WgXcQx'],
    ['TikTok', '12345'],
    ['Other', 'dQw4w9WgXcQ'],
    [null, 'dQw4w9WgXcQ'],
    ['YouTube', null],
  ] as const)
    assert.equal(of(platform, id), null);
});
