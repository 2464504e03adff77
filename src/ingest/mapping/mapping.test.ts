// Mappings: built from options and presets, and bound to the columns of a file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindMapping } from './bind-mapping.ts';
import { presets } from './presets.ts';
import { resolveMapping } from './resolve-mapping.ts';

test('options override a preset field by field', () => {
  const mapping = resolveMapping({ preset: 'instagram-reels', map: ['views=Likes'], set: ['niche=Gym', 'year=2017'] });
  assert.deepEqual(mapping.map.views, ['Likes']);
  assert.deepEqual(mapping.map.text, ['Caption']);
  assert.deepEqual(mapping.set, { platform: 'Reels', niche: 'fitness', year: '2017' });
  assert.deepEqual(resolveMapping({ preset: 'instagram-reels' }).map.views, ['Plays']);
});

test('a mapping survives a round trip through JSON', () => {
  for (const preset of Object.keys(presets)) {
    const mapping = resolveMapping({ preset });
    assert.deepEqual(JSON.parse(JSON.stringify(mapping)), mapping);
  }
});

test('unknown fields, presets and values throw with the valid ones and the closest match', () => {
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
  assert.throws(() => resolveMapping({ preset: 'insta' }), /Did you mean "instagram-reels"\?/);
  assert.throws(() => resolveMapping({ set: ['year=17'] }), /must be a year/);
  assert.throws(() => resolveMapping({ map: ['text'] }), /field=value, such as text=Caption/);
});

test('without a mapping, columns are matched by their usual names in any spelling', () => {
  const bound = bindMapping(resolveMapping(), ['Video Title', 'viewCount', 'channelTitle', 'like_count']);
  assert.ok(typeof bound !== 'string');
  assert.deepEqual(bound.map, {
    text: ['Video Title'],
    views: ['viewCount'],
    creator: ['channelTitle'],
    likes: ['like_count'],
  });
});

test('a file without a text or views column is rejected with its columns and an example', () => {
  assert.match(
    String(bindMapping(resolveMapping(), ['Post body', 'Watched'])),
    /Columns: Post body, Watched.*--map text=/,
  );
  const wrong = resolveMapping({ map: ['text=Captoin', 'views=Plays'] });
  assert.match(String(bindMapping(wrong, ['Caption', 'Plays'])), /looked for Captoin.*--map text=Caption/);
});
