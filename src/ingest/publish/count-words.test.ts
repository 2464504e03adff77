// Counting words without making them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitWords } from '../../catalog/snapshot/vocabulary.ts';
import { countWords } from './count-words.ts';

test('the words of any text are as many as the index of words has', () => {
  const characters = fc.constantFrom(...Array.from("abzAZ09 .,-+'’‘“”–—…`ʼéß日本ไทย😀"), 'e\u0301');
  const texts = fc.array(characters, { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(fc.property(texts, (text) => assert.equal(countWords(text), splitWords(text).length)));
});
