import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentile } from './record.ts';
import { shared } from './snapshot/shared-arrays.ts';

const of = (views: number[], share: number) =>
  percentile({ views: shared(views), size: views.length }, undefined, share);

test("a percentile equals PostgreSQL's: interpolated between two values, then rounded", () => {
  assert.equal(of([40, 30, 20, 10], 0.5), 25);
  assert.equal(of([40, 30, 20, 10], 0.25), 18); // percentile_cont: 17.5
  assert.equal(of([40, 30, 20, 10], 0.75), 33); // 32.5
  assert.equal(of([100, 90, 80, 70, 60, 50, 40, 30, 20, 10], 0.9), 91);
  assert.equal(of([7], 0.9), 7);
  assert.equal(of([], 0.5), null);
});
