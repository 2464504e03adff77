import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelScores } from '../../../labels/model/train.ts';
import { compare } from './train.ts';

const scores = (lines: number, agreement: number, logLoss: number): ModelScores => ({
  archetype: { lines, agreement, logLoss },
  niche: { lines, agreement, logLoss },
});
const verdictOf = (mine: ModelScores, theirs: ModelScores) => compare(mine, theirs).verdict;

test('a model as accurate as the starter model is used if its log loss is not higher', () => {
  assert.equal(verdictOf(scores(50, 0.6, 1.1), scores(50, 0.5, 1.3)), 'better');
  assert.equal(verdictOf(scores(50, 0.5, 1.3), scores(50, 0.5, 1.3)), 'better');
  assert.equal(verdictOf(scores(50, 0.5, 1.4), scores(50, 0.5, 1.3)), 'worse');
  assert.equal(verdictOf(scores(50, 0.48, 1.1), scores(50, 0.5, 1.3)), 'worse');
});

test('a model that is significantly worse at one label is refused even if better at others', () => {
  const theirs = scores(100, 0.7, 1.2);
  const mine = (niche: number): ModelScores => ({
    archetype: { lines: 100, agreement: 0.9, logLoss: 0.5 },
    niche: { lines: 100, agreement: niche, logLoss: 1.2 },
  });
  assert.equal(verdictOf(mine(0.67), theirs), 'better');
  assert.equal(verdictOf(mine(0.6), theirs), 'worse');
});
