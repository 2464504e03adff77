import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLabeller } from '../../../labels/labeller.ts';
import { trainModel } from '../../../labels/model/train.ts';
import type { TrainingLine } from '../../../labels/model/training-line.ts';
import { readStarterSet } from '../../seed/starter-set.ts';
import { readAnchors } from './anchors.ts';

const starter = readStarterSet();
const ofNiche = (from: number, count: number, kind: TrainingLine['kind']) =>
  starter.slice(from, from + count).map(
    ({ text }, at): TrainingLine => ({
      ...{ id: `hook_${at}`, text, tags: [], platform: 'TikTok', family: 'caption', source: 'pet shop' },
      ...{ creator: null, labels: { niche: 'pets' }, kind },
    }),
  );
/** Lines that are neither learned from nor anchors. */
const others = starter.filter(({ niche }, at) => at > 1_000 && at % 6 === 3 && niche !== 'pets');

test('anchors have the platforms and families of the lines, and no source', () => {
  const anchors = readAnchors(ofNiche(0, 2, 'given'));
  assert.equal(anchors.length, 900);
  assert.ok(new Set(anchors.map(({ labels }) => labels.niche)).size > 20);
  for (const { platform, family, source } of anchors)
    assert.deepEqual([platform, family, source], ['TikTok', 'caption', null]);
});

test('lines of one niche do not make it the niche of lines of other sources', () => {
  const lines = ofNiche(0, 60, 'decision');
  const labeller = createLabeller(trainModel(lines, readAnchors(lines)).model);
  const wrong = others.filter(({ text }) => {
    const { value, confidence } = labeller.guess({ text, platform: 'TikTok', family: 'caption', source: 'team' }).niche;
    return value === 'pets' && confidence >= 0.8;
  });
  assert.ok(wrong.length < others.length * 0.1, `${wrong.length} of ${others.length}`);
});
