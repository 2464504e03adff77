import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validVariants } from './variants.ts';

const line = 'Stop buying air fryers before you read this.';

test('a variant is one line with distinct words', () => {
  const long = `Never ${'ever '.repeat(39)}`;
  assert.deepEqual(
    validVariants(line, [
      ' Read this before you buy an air fryer ',
      'STOP buying air-fryers, before you read this!',
      'read this: before you buy an air fryer?',
      'Two\nlines',
      'Two\u2028lines',
      'Turned \u202earound',
      'Stop buying [topic]',
      '',
      ' … ',
      long.trim(),
      `${long}and ever`,
      '买空气炸锅之前先看这个',
    ]),
    ['Read this before you buy an air fryer', long.trim(), '买空气炸锅之前先看这个'],
  );
});
