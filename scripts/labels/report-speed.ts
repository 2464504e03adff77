// What a guess costs, and a training.
import { readStarterSet } from '../../src/catalog/seed/starter-set.ts';
import { createLabeller } from '../../src/labels/labeller.ts';
import { encodeModel } from '../../src/labels/model/encode.ts';
import { trainModel } from '../../src/labels/model/train.ts';
import type { TrainingLine } from '../../src/labels/model/training-line.ts';

const rounds = 5;

export function reportSpeed(): void {
  const hooks = readStarterSet();
  const lines = hooks.slice(0, 5000).map((hook, at): TrainingLine => {
    const { text, platform, creator, archetype, emotional_trigger, niche } = hook;
    const labels = { archetype, emotional_trigger, niche };
    return {
      id: `hook_${at}`,
      text,
      tags: [],
      platform,
      family: 'spoken',
      source: 'speed',
      creator,
      labels,
      kind: 'given',
    };
  });
  const startedAt = performance.now();
  const { model } = trainModel(lines);
  const trainingMs = performance.now() - startedAt;
  console.log('\n### Speed\n');
  console.log(
    `- Training on 5,000 lines, with three folds: ${(trainingMs / 1000).toFixed(1)} s, ${encodeModel(model).length} bytes`,
  );
  for (const [name, labeller] of [
    ['as shipped', createLabeller()],
    ['with that model', createLabeller(model)],
  ] as const) {
    for (const { text } of hooks) labeller.guess({ text });
    const from = performance.now();
    for (let round = 0; round < rounds; round++) for (const { text } of hooks) labeller.guess({ text });
    console.log(`- A line ${name}: ${((1000 * (performance.now() - from)) / rounds / hooks.length).toFixed(1)} µs`);
  }
}
