// Messages of yt-dlp 2023.03.04 and 2026.08.19, as its extractors and its core write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FailureKind, failuresOf } from './failures.ts';

const messages: Readonly<Record<FailureKind, string>> = {
  blocked: `
    [youtube] x: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication
    [youtube] x: Video unavailable. This content isn't available, try again later. The current session has been rate-limited by YouTube
    [TikTok] 1: Your IP address is blocked from accessing this post
    [Instagram] x: The webpage request was redirected to the login page. You have exceeded the rate-limit for accessing posts anonymously
    [tiktok:user] x: Unable to download webpage: HTTP Error 429: Too Many Requests (caused by <HTTPError 429>)`,
  gone: `
    [youtube] x: Private video. Sign in if you've been granted access to this video
    [youtube] x: Video unavailable. This video has been removed by the uploader
    [TikTok] 1: Video not available, status code 10204
    [Instagram] x: There is no video in this post
    [generic] x: Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404>)`,
  login: `
    [youtube] x: Sign in to confirm your age. This video may be inappropriate for some users.
    [TikTok] 1: This post may not be comfortable for some audiences. Log in for access. Use --cookies
    [tiktok:user] x: This user's account is private. Log into an account that has access`,
  unsupported: 'Unsupported URL: https://example.com/',
  network: `
    [generic] x: Unable to download webpage: <urlopen error [Errno 111] Connection refused>
    [youtube] x: Unable to download API page: The read operation timed out
    [generic] x: Unable to download webpage: HTTP Error 503: Service Unavailable`,
  machine: '[TikTok] 1: Cannot write metadata to JSON file x.info.json: [Errno 28] No space left on device',
  stopped: '',
  other: `
    [youtube] x: Requested format is not available. Use --list-formats for a list of available formats
    [TikTok] 1: Unable to extract universal data for rehydration; please report this issue on  https://github.com`,
};

test('messages are told apart by what they mean for a collection', () => {
  for (const [kind, texts] of Object.entries(messages))
    for (const text of texts.split('\n').filter(Boolean))
      assert.equal(failuresOf(`ERROR: ${text.trim()}`)[0]?.kind, kind, text);
});
