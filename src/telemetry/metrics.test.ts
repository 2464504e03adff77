import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AggregatorRegistry, Registry } from 'prom-client';
import { registerResponseMetrics } from './metrics.ts';

test('/metrics has responses by route and status, and a cumulative histogram of their seconds', async () => {
  const registry = new Registry();
  const counterOf = registerResponseMetrics(registry);
  const hooks = counterOf('/hooks');
  counterOf('/unused');
  for (const tookMs of [0.5, 0.7, 0.7, 3000]) hooks(200, tookMs);
  hooks(404, 0.25);
  counterOf('/hooks')(404, 0.25);

  const text = await registry.metrics();
  const seriesValue = (series: string): number | undefined => {
    const line = text.split('\n').find((text) => text.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  assert.equal(seriesValue('hookline_answers_total{route="/hooks",status="200"}'), 4);
  assert.equal(seriesValue('hookline_answers_total{route="/hooks",status="404"}'), 2);
  const bucket = (le: string) => seriesValue(`hookline_answer_seconds_bucket{route="/hooks",le="${le}"}`);
  assert.deepEqual(['0.0005', '0.001', '2', '+Inf'].map(bucket), [3, 5, 5, 6]);
  assert.equal(seriesValue('hookline_answer_seconds_count{route="/hooks"}'), 6);
  assert.ok(Math.abs((seriesValue('hookline_answer_seconds_sum{route="/hooks"}') ?? 0) - 3.0024) < 1e-9);
  assert.match(text, /# TYPE hookline_answer_seconds histogram/);
  assert.match(text, /# TYPE hookline_answers_total counter/);
  assert.doesNotMatch(text, /unused/);
});

test('responses of several processes are summed', async () => {
  const registries = [1, 2].map((responses) => {
    const registry = new Registry();
    const count = registerResponseMetrics(registry)('/hooks');
    for (let response = 0; response < responses; response++) count(200, 0.7);
    return registry;
  });
  const metrics = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
  const text = await AggregatorRegistry.aggregate(metrics).metrics();
  assert.match(text, /^hookline_answers_total\{route="\/hooks",status="200"\} 3$/m);
  assert.match(text, /^hookline_answer_seconds_bucket\{route="\/hooks",le="0.001"\} 3$/m);
});
