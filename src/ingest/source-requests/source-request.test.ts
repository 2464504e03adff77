import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSourceInput } from '../sources/source.ts';
import { collectedLocation, sourceOf, submitSourceRequestInput } from './source-request.ts';

test('a URL becomes a collector location with a valid source name, and words become a topic', () => {
  const id = `UC${'a'.repeat(22)}`;
  const locations: [given: string, location: string | null, name: string][] = [
    ['https://www.youtube.com/@nateo/shorts?x=1', 'youtube:@nateo', '@nateo'],
    [`m.youtube.com/channel/${id}`, `youtube:${id}`, id],
    ['https://youtube.com/playlist?list=PL1', 'yt-dlp:https://youtube.com/playlist?list=PL1', 'youtube.com playlist'],
    ['www.tiktok.com/@ada', 'yt-dlp:https://www.tiktok.com/@ada', 'tiktok.com @ada'],
    ['https://notyoutube.com/@ada', 'yt-dlp:https://notyoutube.com/@ada', 'notyoutube.com @ada'],
    ['https://a.example/"x y"', 'yt-dlp:https://a.example/%22x%20y%22', 'a.example %22x%20y%22'],
    ['  sourdough baking, and/or bread ', null, ''],
    ['youtube:@nateo', null, ''],
  ];
  for (const [given, location, name] of locations) {
    const parsed = submitSourceRequestInput.parse({ location: given });
    assert.equal(collectedLocation(parsed.location), location, given);
    if (location === null) continue;
    assert.equal(sourceOf(location).name, name);
    assert.ok(createSourceInput.safeParse(sourceOf(location)).success, name);
  }
  const long = sourceOf(`yt-dlp:https://a.example/${'x/'.repeat(200)}`);
  assert.ok(createSourceInput.safeParse(long).success, long.name);
});

test('a location is required: at most 500 characters, with no scheme but http and https', () => {
  for (const location of ['', ' ', 'x'.repeat(501), 'file:///etc/passwd', 'ftp://a.example/x', 'https://'])
    assert.equal(submitSourceRequestInput.safeParse({ location }).success, false, location);
  assert.equal(submitSourceRequestInput.safeParse({ location: 'bread', reason: 'x'.repeat(501) }).success, false);
});
