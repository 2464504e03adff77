import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeMail } from './compose.ts';
import type { MailPart } from './message.ts';

const url = 'https://api.example.com/console?a=1&b=2#token=x';
const parts: MailPart[] = [
  'A paragraph & more',
  { button: 'Sign in', url },
  { links: [{ label: 'Docs', url: 'https://api.example.com/docs' }] },
  { facts: [['Plan', 'Scale']] },
  {
    title: '2 problems',
    list: [
      { text: 'The first', detail: 'Below it' },
      { text: 'The second', url: 'https://api.example.com/console' },
    ],
  },
  { code: 'curl "$URL"' },
  { quote: 'Welcome.\nBo' },
  { note: 'Ignore this.' },
];

test('text and HTML say the same, in the same order', () => {
  const { text, html = '' } = composeMail({ to: 'ann@example.com', subject: 'Hello', name: 'Ann\r\nBcc: x', parts });
  assert.equal(
    text,
    `Hello Ann Bcc: x,

A paragraph & more

Sign in:
${url}

Docs: https://api.example.com/docs

Plan: Scale

2 problems
- The first
  Below it
- The second
  https://api.example.com/console

curl "$URL"

Welcome.
Bo

Ignore this.

Hookline`,
  );
  const decoded = Object.entries({ '&quot;': '"', '&#39;': "'", '&amp;': '&' }).reduce(
    (decoding, [entity, character]) => decoding.replaceAll(entity, character),
    html,
  );
  let at = decoded.indexOf('<body');
  for (const line of [
    'Ann Bcc: x',
    'A paragraph & more',
    'Sign in',
    url,
    'Docs',
    'Plan',
    'Scale',
    '2 problems',
    'The first',
    'Below it',
    'The second',
    'curl "$URL"',
    'Welcome.\nBo',
    'Ignore this.',
  ]) {
    at = decoded.indexOf(line, at);
    assert.ok(at > 0, line);
  }
});

test('HTML escapes what it is given, loads nothing, and has dark colors', () => {
  const evil = `"><img src=x onerror='alert(1)'><script>`;
  const all: MailPart[] = [
    evil,
    { button: evil, url: evil },
    { links: [{ label: evil, url: evil }] },
    { facts: [[evil, evil]] },
    { title: evil, list: [{ text: evil, detail: evil, url: evil }] },
    { code: evil },
    { quote: evil },
    { note: evil },
  ];
  const { html = '' } = composeMail({ to: 'ann@example.com', subject: evil, name: evil, parts: all });
  assert.doesNotMatch(html, /<img|<script|<link|url\(|@import|\son\w+=(?!&)'/);
  assert.doesNotMatch(html, /"><img/);
  assert.match(html, /prefers-color-scheme:dark/);
});
