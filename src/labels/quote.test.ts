import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLine } from './line.ts';
import { quoteTokens } from './quote.ts';

const quote = (text: string, start: number, end: number) => quoteTokens(readLine(text), { start, end });

test('a quote is as the text has it, with its capitals, accents and figures', () => {
  assert.equal(quote('My Café made $5,000 in May', 1, 4), 'Café made $5,000');
});

test('styled letters are quoted as plain ones, since their places are others', () => {
  assert.equal(quote('𝗦𝘁𝗼𝗽 buying it', 0, 2), 'stop buying');
});

test('of a long quote both ends are shown', () => {
  const long = `How to ${'very '.repeat(30)}well`;
  assert.equal(quote(long, 0, 40), 'How to very very very very very … very very very very very very well');
});
