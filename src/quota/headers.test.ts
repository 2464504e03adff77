import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WindowState } from './lease.ts';
import { rateLimitHeaders } from './quota.ts';

const now = Date.parse('2026-02-10T23:59:30Z');
const day: WindowState = {
  name: 'day',
  isOfKey: false,
  limit: 100,
  used: 50,
  remaining: 50,
  resetsAt: Date.parse('2026-02-11T00:00:00Z'),
  windowSeconds: 86_400,
};
const month: WindowState = {
  name: 'month',
  isOfKey: false,
  limit: 1000,
  used: 991,
  remaining: 9,
  resetsAt: Date.parse('2026-03-01T00:00:00Z'),
  windowSeconds: 28 * 86_400,
};

test('a window is described in both syntaxes', () => {
  assert.deepEqual(rateLimitHeaders([day], now), [
    'ratelimit-policy',
    '"day";q=100;w=86400',
    'ratelimit',
    '"day";r=50;t=30',
    'x-ratelimit-limit',
    '100',
    'x-ratelimit-remaining',
    '50',
    'x-ratelimit-reset',
    '1770768000',
  ]);
});

test('two windows are both listed, and X-RateLimit describes the one with fewer calls left', () => {
  assert.deepEqual(rateLimitHeaders([day, month], now), [
    'ratelimit-policy',
    '"day";q=100;w=86400, "month";q=1000;w=2419200',
    'ratelimit',
    '"day";r=50;t=30, "month";r=9;t=1555230',
    'x-ratelimit-limit',
    '1000',
    'x-ratelimit-remaining',
    '9',
    'x-ratelimit-reset',
    '1772323200',
  ]);
});
