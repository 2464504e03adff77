import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findWord, matchWord, splitWords } from '../../snapshot/vocabulary.ts';
import { collectWords } from '../../snapshot/words/collect-words.ts';
import { createTokenizer } from '../../snapshot/words/tokens.ts';
import { toFilter } from '../filter.ts';
import { hasPhrase, readTextQuery } from '../text-query.ts';
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
  assert.deepEqual(highlighted('赚钱', '如何在家赚钱？'), ['赚钱']);
  assert.deepEqual(highlighted('"赚钱"', '钱赚钱'), ['赚钱']);
  assert.deepEqual(highlighted('ガ', 'ｶﾞｲﾄﾞ'), ['ｶﾞ']);
  assert.deepEqual(highlighted('one', '🤯 one👩‍👩‍👧one'), ['one', 'one']);
  assert.deepEqual(highlighted('οδος', 'ΟΔΟΣ'), ['ΟΔΟΣ']);
  assert.deepEqual(highlighted('file', 'ﬁle'), ['ﬁle']);
});

const pieces = fc.constantFrom(
  ..."aAbé’'-. \u0301ΣσςİıßﬁＡ赚钱がガｶﾞﾟ한글กำ้ा1½👩‍👧💰".split(''),
  '\u1112',
  '\u1161',
  '\u11ab',
  'Å',
  ' ',
  '\u0344',
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join('').toWellFormed()),
  fc.string({ unit: 'binary', maxLength: 24 }),
  fc.string({ unit: 'grapheme', maxLength: 24 }),
);

/** The lower case of a sigma depends on the letter after it, which a slice may lack. */
const splitSlice = (text: string) => splitWords(text).map((word) => word.replaceAll('ς', 'σ'));

test('law: highlights ascend, lie apart within the text, and each folds to a word or phrase that matches', () => {
  fc.assert(
    fc.property(texts, fc.array(texts, { maxLength: 3 }), fc.nat(), (text, others, at) => {
      const index = indexOf([text, ...others]);
      const words = splitWords(text);
      const word = words[at % Math.max(1, words.length)] ?? 'none';
      for (const q of [word, `"${words.slice(0, 2).join(' ')}"`, `${word} "${words.slice(-2).join(' ')}"`]) {
        const query = readTextQuery(q);
        const matches = new Set(
          query.words.flatMap((one) => matchWord(index, one, query.isOpen).map((match) => match.word)),
        );
        const isMatch = (one: string) => matches.has(findWord(index, one) ?? -1);
        const matching = splitSlice(words.filter(isMatch).join(' '));
        let before = -1;
        for (const [start, end] of createHighlighter(index, toFilter({ q }))(text)) {
          assert.ok(start > before && end > start && end <= text.length);
          before = end;
          const found = splitSlice(text.slice(start, end));
          const isPhrase = query.phrases.some((phrase) => hasPhrase(found, splitSlice(phrase.join(' '))));
          assert.ok(isPhrase || found.some((one) => matching.includes(one)), `${q}: ${found}`);
        }
      }
    }),
    { numRuns: 100 },
  );
});
