// The pattern language of cues, and checks of the cues that ship.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { archetypes } from '../../taxonomy/archetypes.ts';
import { fold, tokenize } from '../line.ts';
import { archetypeRules } from './archetype.ts';
import { indexCues, scoreCues, strongest } from './phrase.ts';

const tokensOf = (line: string) => tokenize(fold(line));

function finds(phrases: string, line: string): boolean {
  const index = indexCues([{ value: 'found', weight: 0.9, phrases }], { time: ['day', 'days'] });
  return scoreCues(index, tokensOf(line)).has('found');
}

const signs: readonly [sign: string, phrases: string, matching: string, other: string][] = [
  ['words', 'bread knife', 'My bread knife broke', 'My bread and knife broke'],
  ['a|b', 'bread|butter knife', 'A butter knife', 'A knife'],
  ['x?', 'bread? knife', 'One knife', 'One spoon'],
  ['*ing', 'stop *ing bread', 'Please stop buying bread', 'Please stop the bread'],
  ['@class', '# @time', 'It took 3 days', 'It took 3 loaves'],
  ['#*', 'for #*', 'Sold for $500', 'Sold for nothing'],
  ['_', 'bread _ knife', 'Bread needs knife', 'Bread knife'],
  ['..', 'bread .. knife', 'Bread and a sharp knife', 'Bread. Then a knife'],
  ['...', 'bread ... knife', 'Bread. Then a knife', 'A knife. Then bread'],
  ['^', '^ bread', 'So, bread again', 'Fresh bread'],
  ['~', '~ bread', 'Wait. Bread again', 'Wait for bread'],
  ['$', 'bread $', 'I like bread.', 'I like bread rolls'],
];

test('each sign of a cue matches what it describes and nothing else', () => {
  for (const [sign, phrases, matching, other] of signs)
    assert.deepEqual([finds(phrases, matching), finds(phrases, other)], [true, false], sign);
});

test('the heaviest cue wins, and the next value is the rival', () => {
  const cues = [
    { value: 'light', weight: 0.5, phrases: 'bread' },
    { value: 'heavy', weight: 0.9, phrases: 'knife' },
    { value: 'middle', weight: 0.7, phrases: 'bread' },
  ];
  const finding = strongest(scoreCues(indexCues(cues, {}), tokensOf('bread and knife')));
  assert.deepEqual(finding, { value: 'heavy', score: 0.9, rival: 'middle', rivalScore: 0.7 });
});

test('a cue with an unknown word class, or one that begins with a gap, throws when it is compiled', () => {
  assert.throws(() => indexCues([{ value: 'x', weight: 1, phrases: 'a @nothing' }], {}), /Unknown word class/);
  assert.throws(() => indexCues([{ value: 'x', weight: 1, phrases: '_ bread' }], {}), /must begin with words/);
});

test('every archetype except `other` has cues, and every cue belongs to an archetype', () => {
  const ids = archetypes.map(({ id }) => id).filter((id) => id !== 'other');
  assert.deepEqual([...new Set(archetypeRules.map(({ value }) => value))].sort(), ids.sort());
});

const labelled = '../shared/input/hook_archetypes/hooks.json';

test('no cue is a copy of a labelled line', { skip: !existsSync(labelled) && `${labelled} is absent` }, () => {
  type Format = { examples: string[]; applied_examples?: { hook: string }[] };
  const formats: Format[] = JSON.parse(readFileSync(labelled, 'utf8'));
  const lines = formats.flatMap(({ examples, applied_examples = [] }) => [
    ...examples,
    ...applied_examples.map(({ hook }) => hook),
  ]);
  const wordsOf = (line: string) => tokensOf(line).filter((token) => /[\p{L}#]/u.test(token));
  // Shorter lines are common idioms.
  const copies = new Set(lines.filter((line) => wordsOf(line).length >= 5).map((line) => wordsOf(line).join(' ')));
  for (const { phrases } of archetypeRules) {
    for (const phrase of phrases.split(/[;\n]/)) assert.ok(!copies.has(phrase.replace(/[~^$]/g, '').trim()), phrase);
  }
});
