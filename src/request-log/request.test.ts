// Redaction of URLs and problem documents.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redactProblem, redactUrl } from './request.ts';

const key = `hkl_${'a1B2'.repeat(8)}_x7QaZ9`;

test('keys and secrets in a URL are not logged, however they are named or encoded', () => {
  for (const [url, expected] of [
    [`/hooks?api_key=${key}`, '/hooks?api_key=[redacted]'],
    [`/hooks?q=${key}&limit=5`, '/hooks?q=hkl_[redacted]&limit=5'],
    [`/hooks?q=${key.replaceAll('_', '%5F')}`, '/hooks?q=hkl_[redacted]'],
    [`/hooks/${key}`, '/hooks/hkl_[redacted]'],
    ['/hooks?access_token=abc&niche=finance', '/hooks?access_token=[redacted]&niche=finance'],
    ['/hooks?key=s3cret', '/hooks?key=[redacted]'],
    ['/hooks?Authorization=Bearer%20abc', '/hooks?Authorization=[redacted]'],
    ['/hooks?q=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '/hooks?q=whsec_[redacted]'],
  ] as const)
    assert.equal(redactUrl(url), expected);
});

test('no part of a secret is logged, even if the URL is encoded, once or twice', () => {
  const secret = 'a1B2'.repeat(8);
  const urls = [`/hooks?q=Bearer ${key}`, `/hooks?q="${key}"`, `/hooks?q=key=${key}`, `/é/${key}`, `/f/${secret}.csv`];
  const ways = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 20, maxLength: 20 });
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16)}`;
  fc.assert(
    fc.property(fc.constantFrom(...urls), ways, (url, how) => {
      // The first slash and the question mark are not encoded.
      const encoded = url.replace(/(?<!^)[\x20-\x7e]/g, (char, at: number) => {
        if (char === '?') return char;
        return [char, char, hex(char), hex(char).replace('%', '%25')][how[at % how.length] ?? 0] ?? '';
      });
      const logged = decodeURIComponent(decodeURIComponent(redactUrl(encoded)));
      assert.ok(!logged.includes('a1B2'), `${encoded} is logged as ${logged}`);
    }),
  );
});

test('ids of keys, cursors and search terms are logged as sent', () => {
  for (const url of [
    '/usage/history?key=key_8fK2mZ0qLx71TbRe&by=status',
    '/hooks?cursor=eyJ2IjoxfQ&q=secret%20sauce&sort=-views',
    '/hooks?niche=finance,-business&min_views=1000000',
  ])
    assert.equal(redactUrl(url), url);
});

test('a path has at most 1,000 characters', () => {
  assert.equal(redactUrl(`/hooks?q=${'a'.repeat(5000)}`).length, 1001);
});

test('a problem is logged without secrets and fields of the log itself, and in storable characters', () => {
  const problem = { type: 't', code: 'invalid_parameter', request_id: 'req_1', instance: '/hooks', success: false };
  const detail = `api_key=${key}\u0000\ud800 is not a parameter.`;
  assert.deepEqual(JSON.parse(redactProblem(JSON.stringify({ ...problem, detail, errors: [{ detail }] })) ?? ''), {
    type: 't',
    code: 'invalid_parameter',
    detail: 'api_key=hkl_[redacted] � is not a parameter.',
    errors: [{ detail: 'api_key=hkl_[redacted] � is not a parameter.' }],
  });
  assert.equal(redactProblem('not JSON'), undefined);
  const errors = Array.from({ length: 100 }, () => ({ detail: 'x'.repeat(200) }));
  assert.ok((redactProblem(JSON.stringify({ errors }))?.length ?? 0) < 4000);
});
