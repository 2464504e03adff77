// Origins that may change something with a session.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseOtherSites } from './authenticate.ts';

function isAccepted(publicUrl: string, headers: Record<string, string>): boolean {
  try {
    refuseOtherSites({ method: 'POST', headers }, publicUrl);
    return true;
  } catch {
    return false;
  }
}

test('only same-origin pages may make changes; same-site, cross-site and origin-less requests may not', () => {
  for (const site of ['same-origin', 'same-site', 'cross-site', 'none']) {
    const headers = { 'sec-fetch-site': site, origin: 'https://hooks.example' };
    assert.equal(isAccepted('https://hooks.example', headers), site === 'same-origin', site);
  }
  assert.equal(isAccepted('https://hooks.example', {}), false, 'without an origin');
});

test('behind https only the origin of the public URL is accepted: scheme, host and port', () => {
  const host = 'hooks.example';
  for (const origin of ['http://hooks.example', 'https://hooks.example:8443', 'https://www.hooks.example', 'null'])
    assert.equal(isAccepted('https://hooks.example', { origin, host }), false, origin);
  for (const [publicUrl, at] of [
    ['https://hooks.example', host],
    ['https://hooks.example:443/', 'inner:3000'],
  ] as const)
    assert.equal(isAccepted(publicUrl, { origin: 'https://hooks.example', host: at }), true, publicUrl);
});

test('over http the origin of the requested host is accepted too, by the same scheme', () => {
  const host = 'localhost:3000';
  for (const [origin, expected] of [
    ['http://localhost:3000', true],
    ['http://0.0.0.0:3000', true],
    ['https://localhost:3000', false],
    ['http://localhost', false],
    ['http://evil.example', false],
  ] as const)
    assert.equal(isAccepted('http://0.0.0.0:3000', { origin, host }), expected, origin);
});
