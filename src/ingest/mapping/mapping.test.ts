// How flags and presets become a mapping, and what the operator is told where they cannot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindMapping, resolveMapping } from './mapping.ts';
import { presets } from './presets.ts';

test('flags override a preset field by field', () => {
  const mapping = resolveMapping({ preset: 'instagram-reels', map: ['views=Likes'], set: ['niche=Gym', 'year=2017'] });
  assert.deepEqual(mapping.map.views, ['Likes']);
  assert.deepEqual(mapping.map.text, ['Caption']);
  assert.deepEqual(mapping.set, { platform: 'Reels', niche: 'fitness', year: '2017' });
  assert.deepEqual(resolveMapping({ preset: 'instagram-reels' }).map.views, ['Plays']);
});

test('a mapping is plain data and survives being stored', () => {
  for (const preset of Object.keys(presets)) {
    const mapping = resolveMapping({ preset });
    assert.deepEqual(JSON.parse(JSON.stringify(mapping)), mapping);
  }
});

test('what is unknown is refused with what is known and the closestMatch of it', () => {
  assert.throws(
    () => resolveMapping({ map: ['veiws=Plays'] }),
    /no field "veiws"\. Fields: text, views.*Did you mean "views"\?/,
  );
  assert.throws(
    () => resolveMapping({ preset: 'viral-hook' }),
    /Presets: hookline, viral-hooks.*Did you mean "viral-hooks"\?/,
  );
  assert.throws(() => resolveMapping({ preset: 'constructor' }), /no preset/);
  assert.throws(() => resolveMapping({ set: ['niche=finanse'] }), /Did you mean "finance"\?/);
  assert.throws(() => resolveMapping({ set: ['year=17'] }), /not a year/);
  assert.throws(() => resolveMapping({ map: ['text'] }), /field=value, such as text=Caption/);
});

test('without a mapping columns are found by their usual names, however spelt', () => {
  const bound = bindMapping(resolveMapping(), ['Video Title', 'viewCount', 'channelTitle', 'like_count']);
  assert.ok(typeof bound !== 'string');
  assert.deepEqual(bound.map, {
    text: ['Video Title'],
    views: ['viewCount'],
    creator: ['channelTitle'],
    likes: ['like_count'],
  });
});

test('a file without a text or views column is refused with its columns and an example', () => {
  assert.match(
    String(bindMapping(resolveMapping(), ['Post body', 'Watched'])),
    /Columns: Post body, Watched.*--map text=/,
  );
  const wrong = resolveMapping({ map: ['text=Captoin', 'views=Plays'] });
  assert.match(String(bindMapping(wrong, ['Caption', 'Plays'])), /looked for Captoin.*--map text=Caption/);
});
