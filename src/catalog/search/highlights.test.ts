import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectWords, createTokenizer } from '../snapshot/words.ts';
import { toFilter } from './filter.ts';
import { createHighlighter } from './highlights.ts';

function indexOf(texts: readonly string[]) {
  const [tokenize, collected] = [createTokenizer(), collectWords()];
  for (const [row, text] of texts.entries()) collected.add(row, tokenize(text));
  return collected.finish();
}

function highlighted(q: string, text: string, others: readonly string[] = []): string[] {
  const highlight = createHighlighter(indexOf([text, ...others]), toFilter({ q }));
  return highlight(text).map(([start, end]) => text.slice(start, end));
}

test('exact words, prefixes of the last word and words with typos are highlighted as they are written', () => {
  assert.deepEqual(highlighted('money', 'Money, MONEY and moneyed men'), ['Money', 'MONEY', 'moneyed']);
  assert.deepEqual(highlighted('mon saved', 'I saved my money on Monday'), ['saved']);
  assert.deepEqual(highlighted('saved mon', 'I saved my money on Monday'), ['saved', 'money', 'Monday']);
  assert.deepEqual(highlighted('moeny', 'Your money, your life'), ['money']);
  assert.deepEqual(highlighted('life', 'Your money'), []);
});

test('a phrase is one highlight, and what is excluded is none', () => {
  assert.deepEqual(highlighted('"three years ago"', 'Three years ago, ago, three Years  AGO'), [
    'Three years ago',
    'three Years  AGO',
  ]);
  assert.deepEqual(highlighted('"you and" and', 'You and I and'), ['You and', 'and']);
  assert.deepEqual(highlighted('years -ago', 'Years ago', ['years']), ['Years']);
});

test('apostrophes, accents, other widths and scripts without spaces lead back to the text', () => {
  assert.deepEqual(highlighted('dont', "“Don’t!” Don't"), ['Don’t', "Don't"]);
  assert.deepEqual(highlighted('cafe', 'Le CAFÉ (cafe\u0301)'), ['CAFÉ', 'cafe\u0301']);
  assert.deepEqual(highlighted('money', 'ＭＯＮＥＹ！'), ['ＭＯＮＥＹ']);
  assert.deepEqual(highlighted('fit', "Does it ﬁt'?"), ['ﬁt'], 'one letter becomes two, an apostrophe none');
  assert.deepEqual(highlighted('赚钱', '如何在家赚钱？'), ['赚钱']);
  assert.deepEqual(highlighted('"赚钱"', '钱赚钱'), ['赚钱']);
  assert.deepEqual(highlighted('ガ', 'ｶﾞｲﾄﾞ'), ['ｶﾞ']);
  assert.deepEqual(highlighted('one', '🤯 one👩‍👩‍👧one'), ['one', 'one']);
  assert.deepEqual(highlighted('οδος', 'ΟΔΟΣ'), ['ΟΔΟΣ']);
  assert.deepEqual(highlighted('file', 'ﬁle'), ['ﬁle']);
});
