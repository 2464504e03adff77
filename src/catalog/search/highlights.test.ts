import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitWords } from '../snapshot/vocabulary.ts';
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
  assert.deepEqual(highlighted('fitness', 'A witness of fitnes'), ['fitnes'], 'the first letter is as typed');
});

test('a phrase is one highlight, and excluded words have none', () => {
  assert.deepEqual(highlighted('"three years ago"', 'Three years ago, ago, three Years  AGO'), [
    'Three years ago',
    'three Years  AGO',
  ]);
  assert.deepEqual(highlighted('"you and" and', 'You and I and'), ['You and', 'and']);
  assert.deepEqual(highlighted('years -ago', 'Years ago', ['years']), ['Years']);
});

test('apostrophes, accents, letter widths and scripts without spaces map back to the text', () => {
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

test('special letters are found by their usual substitutes, and highlights map back to the text', () => {
  for (const [q, text, expected] of [
    ['strasse', 'Auf der Straße, STRASSE', ['Straße', 'STRASSE']],
    ['Straße', 'strasse', ['strasse']],
    ['plac', 'Nie płać za to', ['płać']],
    ['kob', 'Et køb', ['køb']],
    ['dung', 'Anh ấy ĐỪNG đi', ['ĐỪNG']],
    ['coeur', 'Mon cœur !', ['cœur']],
    ['ışık', 'IŞIK isik', ['IŞIK', 'isik']],
    ['اوقف', 'أوقف هذا', ['أوقف']],
    ['كتب', 'هذه كُتُبٌ كــتب', ['كُتُبٌ', 'كــتب']],
    ['שלום', 'אז שָׁלוֹם־עליכם', ['שָׁלוֹם']],
    ['सच', 'सच सचि', ['सच', 'सचि']],
  ] as const)
    assert.deepEqual(highlighted(q, text), expected, q);
  assert.deepEqual(highlighted('"सच"', 'सच सचि'), ['सच'], 'marks of other scripts are letters');
});

test('a number is found with and without thousands separators, and decimals are separate words', () => {
  for (const q of ['10000', '10,000', '$10,000', '10.000', "10'000"])
    assert.deepEqual(
      highlighted(`"${q}"`, "$10,000 or 10000€, 10.000, 10'000"),
      ['10,000', '10000', '10.000', "10'000"],
      q,
    );
  assert.deepEqual(highlighted('1250000', 'Straße,1.250.000kg'), ['1.250.000kg']);
  assert.deepEqual(highlighted('"10"', '10,0000 10.5 10,000'), ['10', '10']);
});

test('every word of a text is indexed and highlighted, alone and as written', () => {
  const unit = fc.constantFrom(..."aZ10,.'’$ -ßœıΣłأ\u064eـשׁ\u0301ﬁガ赚กि".split(''), '000', '10,000');
  const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''));
  fc.assert(
    fc.property(text, (written) => {
      for (const word of splitWords(written)) {
        const parts = highlighted(`"${word}"`, written);
        assert.ok(parts.length > 0, word);
        for (const part of parts) assert.ok(splitWords(part).includes(word), `${word} in ${part}`);
        const found = highlighted(`${word} absent`, written);
        assert.ok(
          found.some((part) => splitWords(part).includes(word)),
          `${word} in the index`,
        );
      }
    }),
    { numRuns: 500 },
  );
});
