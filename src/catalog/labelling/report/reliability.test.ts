import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GuessedLabel, SourceFamily } from '../../../labels/label.ts';
import { type BinRow, reliabilityOf } from './reliability.ts';

const row = (label: GuessedLabel, source_family: SourceFamily | null, bin: number, counts: number[]): BinRow => {
  const [decisions = 0, confirmed = 0, confidence = 0] = counts;
  return { label, source_family, bin, decisions, confirmed, confidence };
};

const rows = [
  row('niche', 'spoken', 8, [200, 166, 170]),
  row('niche', 'title', 8, [100, 50, 85]),
  row('niche', null, 4, [10, 5, 4.5]),
  row('format', 'title', 9, [10, 10, 9.5]),
];

test('bins of a label add up over families, and those of all labels over labels', () => {
  const all = reliabilityOf(rows);
  const find = (label: GuessedLabel | null, family: SourceFamily | null) =>
    all.find((one) => one.label === label && one.family === family);
  assert.deepEqual(find('niche', null)?.bins[8], {
    from: 0.8,
    to: 0.9,
    decisions: 300,
    confirmed: 216,
    mean_confidence: 0.85,
  });
  assert.deepEqual(
    [null, 'spoken', 'title', 'caption'].map((family) => find(null, family as SourceFamily | null)?.decisions),
    [320, 200, 110, undefined],
  );
  assert.deepEqual([find('format', null)?.decisions, find('archetype', null)], [10, undefined]);
});

test('the calibration error weighs the distance of each bin by its decisions', () => {
  const error = reliabilityOf(rows).find(({ label, family }) => label === 'niche' && family === null);
  assert.equal(error?.calibration_error, Math.round(((39 + 0.5) / 310) * 10_000) / 10_000);
});
