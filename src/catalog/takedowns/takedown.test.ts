import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl, hashCreator } from './takedown.ts';

test('every common form of a video URL is the same video', () => {
  const forms: Record<string, string[]> = {
    'youtube/dQw4w9WgXcQ': [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'http://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=42s',
      'https://youtube.com/shorts/dQw4w9WgXcQ?si=abc',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      ' https://youtu.be/dQw4w9WgXcQ?t=1',
      'HTTPS://WWW.YOUTUBE.COM/live/dQw4w9WgXcQ',
    ],
    'tiktok/7123456789012345678': [
      'https://www.tiktok.com/@ada/video/7123456789012345678?_r=1',
      'https://m.tiktok.com/v/7123456789012345678.html',
      'https://tiktok.com/@someone-else/photo/7123456789012345678',
      'https://www.tiktok.com/embed/v2/7123456789012345678',
      'https://me@www.tiktok.com.:443/@ada/video/7123456789012345678',
    ],
    'instagram/CxYz_1-aB': [
      'https://www.instagram.com/reel/CxYz_1-aB/?igsh=x',
      'https://instagram.com/p/CxYz_1-aB',
      'https://www.instagram.com/ada/reels/CxYz_1-aB/',
    ],
    'example.com/a/b?id=7': ['https://www.example.com/a/b/?utm_source=x&id=7#part', 'http://m.example.com/a/b?id=7'],
  };
  for (const [canonical, urls] of Object.entries(forms))
    for (const url of urls) assert.equal(canonicalUrl(url), canonical, url);
});

test('other videos stay apart', () => {
  const urls = [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcq',
    'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://example.com/a?id=1',
    'https://example.com/a?id=2',
    'https://example.com/A?id=1',
    'no url',
  ];
  assert.equal(new Set(urls.map(canonicalUrl)).size, urls.length);
});

test('a creator is one person per platform, regardless of spelling', () => {
  const ada = hashCreator('TikTok', 'Ada.Money');
  assert.equal(hashCreator('tiktok', ' @ada.money'), ada);
  assert.notEqual(hashCreator('YouTube', 'Ada.Money'), ada);
});
