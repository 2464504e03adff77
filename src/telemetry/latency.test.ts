// The rolling window, with times passed in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLatency } from './latency.ts';

const minute = 60_000;

test('percentiles are never too low and at most an eighth too high, from microseconds to minutes', () => {
  for (const unit of [0.01, 1, 35, 1000]) {
    const latency = createLatency();
    for (let n = 100; n > 0; n--) latency.record(n * unit, 5 * minute);
    const { p50_ms, p95_ms, p99_ms, requests } = latency.read(5 * minute);
    assert.equal(requests, 100);
    for (const [measured, actual] of [
      [p50_ms, 50],
      [p95_ms, 95],
      [p99_ms, 99],
    ]) {
      const ratio = Number(measured) / (Number(actual) * unit);
      assert.ok(ratio >= 0.999 && ratio <= 1.126, `${unit}: ${measured} for ${actual}`);
    }
  }
});

test('responses older than the window are dropped, minute by minute and after any pause', () => {
  const latency = createLatency();
  for (let n = 0; n < 40; n++) latency.record(1, n * minute);
  assert.equal(latency.read(39 * minute).requests, 15);
  assert.equal(latency.read(40 * minute).requests, 14);
  assert.equal(latency.read(54 * minute).requests, 0);
  latency.record(1, 39 * minute + 160 * minute);
  assert.equal(latency.read(199 * minute).requests, 1);
});
