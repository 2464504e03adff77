// Cleaning of texts: what is removed and kept, and which texts share a key.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanText, fold, textKey } from './text.ts';

test('control, bidi and zero-width characters are removed, and whitespace collapses to one space', () => {
  assert.equal(cleanText(' a\u200bb\u202e c\u00a0\t d\ufeff\u0000\u00ad '), 'ab c d');
  assert.equal(cleanText('lone \ud800 half'), 'lone half');
  assert.equal(cleanText('e\u0301'), 'é');
});

test('joiners are kept where spelling or emoji need them and removed elsewhere', () => {
  assert.equal(cleanText('👩‍🚀 👩🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️‍🔥'), '👩‍🚀 👩🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️‍🔥');
  assert.equal(cleanText('می\u200cخواهم'), 'می\u200cخواهم');
  assert.equal(cleanText('क्\u200dष'), 'क्\u200dष');
  assert.equal(cleanText('a\u200db\u200cc'), 'abc');
});

test('the first line with content is kept', () => {
  assert.equal(cleanText('\n.\n  first\u2028second', { firstLine: true }), 'first');
  assert.equal(cleanText('#fyp\nreal line', { firstLine: true, stripTags: true }), 'real line');
  assert.equal(cleanText('a\nb'), 'a b');
});

test('hashtags and mentions are removed only with stripTags; ranks, prices and emails stay', () => {
  assert.equal(cleanText('hi @some.one. see #fyp#foryou now'), 'hi @some.one. see #fyp#foryou now');
  assert.equal(cleanText('hi @some.one. see #fyp#foryou now #', { stripTags: true }), 'hi . see now');
  assert.equal(cleanText('the #1 tip in C# from a@b.com', { stripTags: true }), 'the #1 tip in C# from a@b.com');
  assert.equal(cleanText('&amp; <b>', { stripTags: true }), '&amp; <b>');
});

test('cleaning is idempotent', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, firstLine) => {
      const once = cleanText(text, { firstLine });
      assert.equal(cleanText(once, { firstLine }), once);
      assert.ok(once.isWellFormed());
    }),
    { numRuns: 500 },
  );
});

test('texts that differ in case, punctuation, spacing or emoji share a key', () => {
  const key = textKey('Don’t buy THIS – ever! 💖');
  for (const same of ["don't buy this ever", 'DONT  buy "this", ever…', 'don‘t buy this… ever?'])
    assert.equal(textKey(same), key);
});

test('texts that differ in words, accents, currencies or percent signs have different keys', () => {
  const texts = ['resume', 'résumé', '100', '$100', '100%', '€100', '💖', '😂', '?', '!'];
  assert.equal(new Set(texts.map(textKey)).size, texts.length);
  assert.match(textKey('x'), /^[0-9a-f]{32}$/);
});

test('the fast path for ASCII gives the same key as the general one', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(ascii, (text) => /[a-z0-9]/i.test(text) === false || textKey(text) === textKey(`${text}\u2026`)),
  );
});

/** Characters that the fast paths handle, and some that need the slow ones. */
const characters = fc.constantFrom(...Array.from("abzAZ09 .,!?-+$%&'’‘“”–—…`\u00a0\u00adéÉßıü日😀"), 'e\u0301');
const texts = fc.array(characters, { maxLength: 30 }).map((parts) => parts.join(''));

test('the key of any text is the hash of its folded text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const folded = fold(text);
      assert.equal(textKey(text), hash('sha256', folded === '' ? `\0${text}` : folded).slice(0, 32));
    }),
  );
});

test('a text that looks clean is cleaned like any other', () => {
  // A control character forces any text onto the slow path.
  fc.assert(fc.property(texts, (text) => assert.equal(cleanText(text), cleanText(`\u0001${text}`))));
});
