// Errors of the YouTube Data API: what is repeated, what pauses a collection, and what the operator is told.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { CollectionPaused } from '../../../src/ingest/collect/collector.ts';
import { collectYouTube } from '../../../src/ingest/collect/youtube/collector.ts';
import { startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';
import { type MemorySource, memorySource } from './memory.ts';

let youtube: YouTubeStub;
let source: MemorySource;

beforeEach(async () => {
  youtube = await startYouTube();
  youtube.put({ id: 'v0', channelId: youtube.addChannel('@kettleworks').id });
  const env = { HOOKLINE_YOUTUBE_URL: youtube.url };
  source = memorySource(collectYouTube, env, { secrets: new Map([['youtube', youtube.key]]) });
});

afterEach(() => youtube.close());

test('a failed request is repeated', async () => {
  youtube.fault = (_, n) => (n === 2 ? 'backendError' : undefined);
  await source.run('youtube:@kettleworks');
  assert.deepEqual(source.ids('waiting'), ['v0']);
});

test('an unknown channel says where to check it', async () => {
  await assert.rejects(source.run('youtube:@nobody'), {
    name: 'Error',
    message: 'YouTube has no channel @nobody.',
    remedy: 'Check it at https://www.youtube.com/@nobody.',
  });
  assert.deepEqual(source.records.size, 0);
});

for (const [name, secrets, fault, expected] of [
  [
    'no key',
    [],
    undefined,
    /no key of the YouTube Data API.*Google Cloud console.*`hookline admin secrets set youtube`/,
  ],
  [
    'a wrong key',
    [['youtube', 'wrong-key']],
    undefined,
    /does not accept the API key.*`hookline admin secrets set youtube`/,
  ],
  ['a wrong key of an old project', undefined, 'keyInvalidOld', /does not accept the API key/],
  [
    'an API that is not enabled',
    undefined,
    'accessNotConfigured',
    /no access to YouTube.*Enable the YouTube Data API v3/,
  ],
] as const) {
  test(`${name} is an error that says what to do, without the key`, async () => {
    youtube.fault = () => fault;
    const error = await source.run('youtube:@kettleworks', secrets && { secrets: new Map(secrets) }).then(
      () => undefined,
      (thrown: Error & { remedy: string }) => thrown,
    );
    const text = `${error?.message} ${error?.remedy}`;
    assert.match(text, expected);
    assert.ok(!text.includes(youtube.key) && !text.includes('wrong-key'));
  });
}

test('too many requests a minute pause the collection for some minutes', async () => {
  youtube.fault = () => 'rateLimitExceeded';
  const error = await source.run('youtube:@kettleworks').then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof CollectionPaused);
  const waitMs = error.until.getTime() - Date.now();
  assert.ok(waitMs > 0 && waitMs < 600_000);
});

test('a channel whose uploads are gone is a notice of its own', async () => {
  youtube.fault = ({ method }) => (method === 'playlistItems.list' ? 'playlistNotFound' : undefined);
  await assert.rejects(source.run('youtube:@kettleworks'), { message: 'youtube:@kettleworks has no public videos.' });
});
