import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { HooklineError } from '../../lib/errors.ts';
import { flagParameter, parseParameters, shareParameter, wholeNumber } from './parameters.ts';

const schema = z.object({
  niche: z.array(z.string()).optional(),
  ids: z.array(z.string()).max(2, 'Too many.').optional(),
  limit: wholeNumber('limit', { min: 1, max: 100 }).optional(),
  sample: flagParameter('sample').optional(),
  min_confidence: shareParameter('min_confidence').optional(),
  sort: z.enum(['-views', 'views']).optional(),
});
const lists = ['niche', 'ids'];

const texts = ['a', 'a,b', 'a,,b,c', '', '0', '20', '101', 'true', '0.5', '-views', 'wiews'];
const given = fc.dictionary(fc.constantFrom(...Object.keys(schema.shape)), fc.constantFrom(...texts), {
  noNullPrototype: true,
});

test('a parsed query has the values and errors of the whole schema', () => {
  fc.assert(
    fc.property(given, (pairs) => {
      const values = Object.fromEntries(
        Object.entries(pairs).map(([name, text]) => [
          name,
          lists.includes(name) ? text.split(',').filter((part) => part !== '') : text,
        ]),
      );
      const expected = schema.safeParse(values);
      const read = () => parseParameters(schema, String(new URLSearchParams(pairs)));
      if (expected.success) assert.deepEqual(read(), expected.data);
      else
        assert.throws(read, (error) => {
          assert.ok(error instanceof HooklineError);
          const faults = expected.error.issues.map(({ path, message }) => [path[0], message]);
          const found = error.extras.errors?.map(({ parameter, detail }) => [parameter, detail]);
          assert.deepEqual(found?.sort(), faults.sort());
          return true;
        });
    }),
  );
});

test('a default applies to a missing parameter, and a rule between parameters is rejected', () => {
  assert.deepEqual(parseParameters(z.object({ limit: z.string().default('20') }), ''), { limit: '20' });
  const ordered = z
    .object({ a: z.string().optional(), b: z.string().optional() })
    .refine(({ a, b }) => a || !b, 'b needs a.');
  assert.throws(() => parseParameters(ordered, 'a=1'), /rule between parameters/);
});

test('a plus sign in a time, decoded as a space, is an error with the correct encoding', () => {
  const times = z.object({ since: z.iso.datetime({ offset: true }).optional(), q: z.string().optional() });
  const time = '2026-01-01T00:00:00';
  assert.throws(
    () => parseParameters(times, `since=${time}+02:00`),
    /`\+` means a space in a query string\. Write it as %2B: since=2026-01-01T00:00:00%2B02:00\.$/,
  );
  assert.equal(parseParameters(times, `since=${time}%2B02:00`).since, `${time}+02:00`);
  assert.equal(parseParameters(times, 'q=stop+this').q, 'stop this');
});
