// Mappings: built from options and presets, and bound to the columns of a file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSourceId, toPairs } from './mapping.ts';
import { presets } from './presets.ts';
import { bindMapping, detectPreset, resolveMapping } from './resolve-mapping.ts';

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

test('a column accepts a value table and functions, as a pair, in JSON or as an object', () => {
  const expected = resolveMapping({
    map: ['text=Caption|first_sentence|strip_hashtags', 'niche=Genre{Fun:comedy,*:}'],
  });
  assert.deepEqual(expected.map, { text: ['Caption'], niche: ['Genre'] });
  assert.deepEqual(expected.functions, { text: ['first_sentence', 'strip_hashtags'] });
  assert.deepEqual(expected.values, { niche: { Fun: 'comedy', '*': null } });
  const object = {
    text: { column: 'Caption', functions: ['first_sentence', 'strip_hashtags'] },
    niche: { column: 'Genre', values: { Fun: 'comedy', '*': null } },
  };
  const pairs = ['text=Caption|first_sentence|strip_hashtags', 'niche=Genre{Fun:comedy,*:}'];
  assert.deepEqual(toPairs(object), pairs);
  assert.deepEqual(resolveMapping({ map: [JSON.stringify(object)] }), expected);
  assert.deepEqual(resolveMapping({ map: toPairs(object) }), expected);
  assert.deepEqual(resolveMapping({ map: ['{"text":"Caption"}', 'views=Plays'] }).map, {
    text: ['Caption'],
    views: ['Plays'],
  });
  assert.deepEqual(resolveMapping({ set: toPairs({ platform: 'Reels' }) }).set, { platform: 'Reels' });
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
    /^no column for text: the file has Post body, Watched\. Map one, such as text=Caption$/,
  );
  const wrong = resolveMapping({ map: ['text=Captoin', 'views=Plays'] });
  assert.match(String(bindMapping(wrong, ['Caption', 'Plays'])), /looked for Captoin\): .* text=Caption$/);
});

test('a preset is detected only when all its columns exist', () => {
  for (const [name, { detect }] of Object.entries(presets)) {
    assert.equal(detectPreset(['other', ...detect]), name);
    assert.equal(detectPreset(detect.slice(1)), null, name);
  }
});

test('placeholders and ids rounded by a spreadsheet are not ids', () => {
  const nothing = [
    'N/A',
    'n.a.',
    'nan',
    'None',
    'null',
    '(null)',
    'unknown',
    '?',
    '-',
    '–',
    '0',
    '0.0',
    '#N/A',
    '#NAME?',
    '#REF!',
    '#DIV/0!',
    ' ',
  ];
  const rounded = ['7.50E+18', '7,5E+18', '7500000000000000000', '754321098765432000'];
  for (const given of [...nothing, ...rounded, 0, 7.5e18, null]) assert.equal(readSourceId(given), null, String(given));
  for (const given of ['7512345678901234567', '18000000000000001', '00012', '1e5', '#1', 'none-1', '-w3xB7aQ_9k'])
    assert.equal(readSourceId(given), given);
});

test('common column names of many languages match, and with a title `text` is a description', () => {
  const bound = (...columns: string[]) => {
    const found = bindMapping(resolveMapping(), columns);
    assert.ok(typeof found !== 'string', found as string);
    return found.map;
  };
  const names = {
    opener: 'views',
    'Hook line': 'Vistas',
    Título: 'Reproducciones',
    Titre: 'Vues',
    Titel: 'Aufrufe',
    titolo: 'Visualizzazioni',
    Judul: 'Tayangan',
  };
  for (const [text, views] of Object.entries(names))
    assert.deepEqual(bound(text, views), { text: [text], views: [views] });
  const labels = bound('Título', 'Vistas', 'Categoría', 'Idioma', 'Duración');
  assert.deepEqual([labels.niche, labels.language, labels.duration_seconds], [['Categoría'], ['Idioma'], ['Duración']]);
  const more = bound('hook', 'views', 'posted', 'type', 'Saves', 'Enlace', 'Autor');
  assert.deepEqual(
    [more.published_at, more.archetype, more.saves, more.source_url, more.creator],
    [['posted'], ['type'], ['Saves'], ['Enlace'], ['Autor']],
  );
  assert.deepEqual(bound('text', 'title', 'views').text, ['title', 'text']);
  assert.deepEqual(bound('text', 'hook', 'title', 'views').text, ['text', 'hook', 'title']);
});
