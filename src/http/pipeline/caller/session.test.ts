// Which origins may change something with a session.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseOtherSites } from './session.ts';

function isAccepted(publicUrl: string, headers: Record<string, string>): boolean {
  try {
    refuseOtherSites({ method: 'POST', headers }, publicUrl);
    return true;
  } catch {
    return false;
  }
}

test('behind https only the origin of the public URL is accepted: scheme, host and port', () => {
  for (const [origin, expected] of [
    ['https://hooks.example', true],
    ['http://hooks.example', false],
    ['https://hooks.example:8443', false],
    ['https://www.hooks.example', false],
    ['null', false],
  ] as const)
    assert.equal(isAccepted('https://hooks.example', { origin, host: 'hooks.example' }), expected, origin);
  assert.equal(isAccepted('https://hooks.example:443/', { origin: 'https://hooks.example', host: 'inner:3000' }), true);
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
