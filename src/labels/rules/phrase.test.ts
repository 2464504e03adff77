// The pattern language of cues, and checks of the built-in cues.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, tokenize } from '../line.ts';
import { compileCue, indexCues, scoreCues, strongest } from './phrase.ts';

const tokensOf = (line: string) => tokenize(fold(line));

function finds(phrase: string, line: string): boolean {
  const index = indexCues([compileCue(phrase, 'found', 0.9, { time: ['day', 'days'] })]);
  return scoreCues(index, tokensOf(line)).has('found');
}

const signs: readonly [sign: string, phrase: string, matching: string, other: string][] = [
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
  for (const [sign, phrase, matching, other] of signs)
    assert.deepEqual([finds(phrase, matching), finds(phrase, other)], [true, false], sign);
});

test('the heaviest cue wins, and the next value is the rival', () => {
  const cues = [
    compileCue('bread', 'light', 0.5, {}),
    compileCue('knife', 'heavy', 0.9, {}),
    compileCue('bread', 'middle', 0.7, {}),
  ];
  const finding = strongest(scoreCues(indexCues(cues), tokensOf('bread and knife')));
  assert.deepEqual(finding, { value: 'heavy', score: 0.9, rival: 'middle', rivalScore: 0.7 });
});

test('a cue with an unknown word class, or one that begins with a gap, throws when it is compiled', () => {
  assert.throws(() => compileCue('a @nothing', 'x', 1, {}), /Unknown word class/);
  assert.throws(() => compileCue('_ bread', 'x', 1, {}), /must begin with words/);
});
