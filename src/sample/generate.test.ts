// The promises of the invented starter set: size, spread, truth of its labels' values, and clean English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TaxonomySet, taxonomy } from '../taxonomy/taxonomy.ts';
import { allPatterns, lineKey } from './compose.ts';
import { generateSample } from './generate.ts';

const now = new Date('2026-06-01T12:00:00Z');
const sample = generateSample({ now });
const dayMs = 86_400_000;

function offenders(pattern: RegExp): string[] {
  return sample.map((hook) => hook.text).filter((text) => pattern.test(text));
}

test('the default set holds more than 5,000 hooks', () => {
  assert.ok(sample.length > 5_000, `${sample.length}`);
});

test('count is honoured, down to none', () => {
  for (const count of [0, 1, 37, 1_000]) assert.equal(generateSample({ count, now }).length, count);
});

test('the same count, seed and now give the same hooks, another seed gives others', () => {
  assert.deepEqual(generateSample({ count: 400, seed: 7, now }), generateSample({ count: 400, seed: 7, now }));
  const texts = (seed: number) => new Set(generateSample({ count: 400, seed, now }).map((hook) => hook.text));
  assert.ok(texts(7).difference(texts(8)).size > 300);
});

test('a later now moves the dates and nothing else', () => {
  const later = generateSample({ count: 200, now: new Date(now.getTime() + 90 * dayMs) });
  const earlier = generateSample({ count: 200, now });
  assert.deepEqual(
    later.map(({ published_at, views_captured_at, ...rest }) => rest),
    earlier.map(({ published_at, views_captured_at, ...rest }) => rest),
  );
  later.forEach((hook, index) => {
    assert.equal(hook.published_at.getTime() - earlier[index].published_at.getTime(), 90 * dayMs);
  });
});

test('more lines than the grammar holds are refused, not repeated', () => {
  assert.throws(() => generateSample({ count: 300_000, now }), RangeError);
});

for (const set of Object.keys(taxonomy) as TaxonomySet[]) {
  test(`every ${set} occurs, only known ones occur, and the catch-all is rare`, () => {
    const counts = new Map<string, number>(taxonomy[set].map(({ id }) => [id, 0]));
    for (const hook of sample) {
      const seen = counts.get(hook[set]);
      assert.ok(seen !== undefined, `unknown ${set}: ${hook[set]}`);
      counts.set(hook[set], seen + 1);
    }
    assert.deepEqual([...counts].filter(([, count]) => count === 0).flat(), []);
    for (const id of ['other', 'Other']) assert.ok((counts.get(id) ?? 0) < sample.length * 0.02, `${id} is common`);
  });
}

test('no line occurs twice, whatever its case and punctuation', () => {
  assert.equal(new Set(sample.map((hook) => lineKey(hook.text))).size, sample.length);
});

test('views run from 100,000 to above 8 billion, around one to two million, and are not round', () => {
  const views = sample.map((hook) => hook.views).sort((a, b) => a - b);
  assert.ok(views[0] >= 100_000 && views[0] < 200_000, `${views[0]}`);
  assert.ok(views[views.length - 1] > 8e9, `${views[views.length - 1]}`);
  const median = views[views.length >> 1];
  assert.ok(median > 1e6 && median < 2e6, `${median}`);
  assert.ok(views.every(Number.isSafeInteger));
  assert.ok(views.filter((count) => count % 1000 === 0).length < 20);
});

test('reactions are whole shares of the views, and some are unknown', () => {
  for (const field of ['likes', 'comments', 'shares'] as const) {
    const known = sample.filter((hook) => hook[field] !== null);
    assert.ok(known.length > sample.length / 2 && known.length < sample.length, field);
    for (const hook of known) {
      const count = Number(hook[field]);
      assert.ok(Number.isSafeInteger(count) && count >= 0 && count <= hook.views / 4, `${field} of ${hook.text}`);
    }
  }
});

test('a hook was published in the last two years and counted later, never in the future', () => {
  for (const { published_at, views_captured_at } of sample) {
    assert.ok(now.getTime() - published_at.getTime() <= 731 * dayMs);
    assert.ok(published_at < views_captured_at && views_captured_at <= now);
  }
});

test('there are at least 230 patterns, 5 for every archetype, and none takes more than 1.5 % of the set', () => {
  assert.ok(allPatterns.length >= 230);
  assert.equal(new Set(allPatterns.map(({ text }) => text)).size, allPatterns.length);
  for (const [archetype, patterns] of Map.groupBy(allPatterns, (pattern) => pattern.archetype)) {
    assert.ok(patterns.length >= 5, archetype);
  }
  for (const [template, hooks] of Map.groupBy(sample, (hook) => hook.template)) {
    assert.ok(hooks.length <= sample.length * 0.015, template);
  }
});

test('every pattern names known labels', () => {
  const known = (set: TaxonomySet) => new Set<string>(taxonomy[set].map(({ id }) => id));
  const [archetypes, emotions, formats, niches] = (['archetype', 'emotional_trigger', 'format', 'niche'] as const).map(
    known,
  );
  for (const pattern of allPatterns) {
    assert.ok(archetypes.has(pattern.archetype), pattern.text);
    assert.deepEqual(
      pattern.emotions.filter((id) => !emotions.has(id)),
      [],
      pattern.text,
    );
    assert.deepEqual(
      pattern.formats.filter((id) => !formats.has(id)),
      [],
      pattern.text,
    );
    assert.deepEqual(
      (pattern.niches ?? []).filter((id) => !niches.has(id)),
      [],
      pattern.text,
    );
  }
});

test('a template is its line with the specifics in brackets', () => {
  for (const { text, template } of sample) {
    const fixed = template.split(/\[[a-z ]+\]/i).map((words) => words.toLowerCase());
    let at = 0;
    for (const words of fixed) {
      // A phrase may end with its own mark, which then stands for the pattern's.
      const bare = words.replace(/^[.,]+/, '').replace(/^"[.,]/, '"');
      const found = text.toLowerCase().indexOf(bare, at);
      assert.ok(found >= at, `${template} / ${text}`);
      at = found + bare.length;
    }
    assert.doesNotMatch(text, /[[\]{}|^]/);
  }
});

test('the lines are clean English on the surface', () => {
  assert.deepEqual(offenders(/ {2}|^\s|\s$|\s[,.?!]|[,.?!]{2}/), [], 'spacing and marks');
  assert.deepEqual(offenders(/\ba (?!one|uni|use|usb|uku)[aeiou]/i), [], 'a before a vowel');
  assert.deepEqual(offenders(/\ban (?!hour|hon|heir)[^aeiou"]/i), [], 'an before a consonant');
  assert.deepEqual(offenders(/^["]?\p{Ll}/u), [], 'lower case at the start');
  assert.deepEqual(offenders(/[.?!] "?\p{Ll}/u), [], 'lower case after a full stop');
  assert.deepEqual(offenders(/\bi\b/), [], 'lower-case I');
  assert.deepEqual(offenders(/\b(?!that that|had had)(\p{L}+) \1\b/iu), [], 'a word twice');
  assert.deepEqual(offenders(/[^.?!"]$/), [], 'no closing mark');
  assert.deepEqual(
    offenders(/\b(?:on|for|to|at|with|of|by|about|from) (?:I|they)\b(?!['’])/),
    [],
    'subject for object',
  );
  assert.deepEqual(offenders(/\b(?:I|you|they|we) (?:is|has|was) \b(?<!I was )/), [], 'agreement');
  assert.deepEqual(offenders(/undefined|null|NaN/), [], 'machine words');
});

test('a line has the length of a spoken opening', () => {
  const lengths = sample.map(({ text }) => text.split(' ').length);
  assert.ok(Math.max(...lengths) <= 32 && Math.min(...lengths) >= 3);
  assert.ok(lengths.filter((words) => words >= 4 && words <= 18).length > sample.length * 0.93);
});

test('creators are invented handles, and nothing claims a source', () => {
  for (const hook of sample) {
    assert.match(hook.creator, /^[a-z._]{4,40}$/);
    assert.equal(hook.source_url, null);
    assert.equal(hook.language, 'en');
  }
  const creators = new Set(sample.map((hook) => hook.creator)).size;
  assert.ok(creators > 500 && creators < sample.length / 2, `${creators}`);
});
