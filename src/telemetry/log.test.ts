// Emails in log lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskEmails } from './log.ts';

test('emails in log lines are masked, also in errors, except next to a sign-in link', () => {
  const line =
    '{"email":"ada.l+x@mail.example.com","err":{"response":"550 <bob@example.com> unknown","rejected":["c@d.org"]}}';
  assert.equal(
    maskEmails(line),
    '{"email":"a…@mail.example.com","err":{"response":"550 <b…@example.com> unknown","rejected":["c…@d.org"]}}',
  );
  const link = '{"email":"ada@example.com","link":"https://hooks.example.com/sign-in#token=abc"}';
  assert.equal(maskEmails(link), link);
  const path = '{"stack":"at /app/node_modules/@fastify/static/index.js:1"}';
  assert.equal(maskEmails(path), path);
});
