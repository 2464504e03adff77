// Trains the starter model on the lines of the starter set. As a program it writes src/labels/model/starter-model.bin.gz.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readStarterSet } from '../src/catalog/seed/starter-set.ts';
import { readLine } from '../src/labels/line.ts';
import { classesOf, modelLabels } from '../src/labels/model/classes.ts';
import { chooseRows, featuresOf } from '../src/labels/model/features.ts';
import { type AllWeights, writeWeights } from '../src/labels/model/model.ts';
import { trainWeights } from '../src/labels/model/train-weights.ts';
import { guessByRules } from '../src/labels/rules/rules.ts';

/** A feature of fewer lines is chance. */
const minLines = 3;
const maxRows = 10_000;
const rate = 0.3;
const steps = 30_000;

/** The bytes of the model. */
export function trainStarterModel(): Buffer {
  const lines = readStarterSet().map((hook) => {
    const line = readLine(hook.text);
    return { hook, features: featuresOf(line, guessByRules({ line }), { platform: hook.platform }) };
  });
  const rows = chooseRows(
    lines.map(({ features }) => features),
    minLines,
    maxRows,
  );
  const weights = modelLabels.map((label) => {
    const classes = classesOf[label];
    const examples = lines.map(({ hook, features }) => ({
      features,
      target: classes.indexOf(hook[label]),
      weight: 1,
    }));
    return [label, trainWeights(examples, { rows, classes, rate, steps })];
  });
  return writeWeights({ rows, labels: Object.fromEntries(weights) as AllWeights['labels'] });
}

if (import.meta.main) {
  const file = new URL('../src/labels/model/starter-model.bin.gz', import.meta.url);
  writeFileSync(file, gzipSync(trainStarterModel(), { level: 9 }));
}
