import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { registerAnswerMetrics } from './answer-metrics.ts';

test('Prometheus reads answers by route and status, and a cumulative histogram of their seconds', async () => {
  const registry = new Registry();
  const tallyOf = registerAnswerMetrics(registry);
  const hooks = tallyOf('/hooks');
  tallyOf('/never-asked');
  for (const tookMs of [0.5, 0.7, 0.7, 3000]) hooks(200, tookMs);
  hooks(404, 0.25);
  tallyOf('/hooks')(404, 0.25);

  const text = await registry.metrics();
  const valueOf = (series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return line && Number(line.slice(series.length + 1));
  };
  assert.equal(valueOf('hookline_answers_total{route="/hooks",status="200"}'), 4);
  assert.equal(valueOf('hookline_answers_total{route="/hooks",status="404"}'), 2);
  const bucket = (le: string) => valueOf(`hookline_answer_seconds_bucket{route="/hooks",le="${le}"}`);
  assert.deepEqual(['0.0005', '0.001', '2', '+Inf'].map(bucket), [3, 5, 5, 6]);
  assert.equal(valueOf('hookline_answer_seconds_count{route="/hooks"}'), 6);
  assert.ok(Math.abs((valueOf('hookline_answer_seconds_sum{route="/hooks"}') ?? 0) - 3.0024) < 1e-9);
  assert.match(text, /# TYPE hookline_answer_seconds histogram/);
  assert.match(text, /# TYPE hookline_answers_total counter/);
  assert.doesNotMatch(text, /never-asked/);
});
