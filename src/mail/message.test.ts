import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeMail, type MailPart } from './message.ts';

test('HTML escapes its input, loads nothing, and has dark colors', () => {
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
