// Reads training lines: the features and priors of each, computed once for all trainings and folds.
import { readLine } from '../line.ts';
import { guessByRules } from '../rules/rules.ts';
import type { ModelLabel } from './classes.ts';
import type { TrainingLine } from './model.ts';
import { type Prior, readFeatures } from './predict.ts';

export type LineToLearn = {
  line: TrainingLine;
  features: readonly number[];
  priors: Readonly<Record<ModelLabel, Prior>>;
};

export function readLines(lines: readonly TrainingLine[]): LineToLearn[] {
  return lines.map((line) => {
    const { text, tags, platform, family, source } = line;
    const read = readLine(text);
    const rules = guessByRules({ line: read, hints: tags });
    const { features, priorOf } = readFeatures(read, rules, { tags, platform, family, source });
    const [archetype, emotional_trigger, niche] = [
      priorOf('archetype'),
      priorOf('emotional_trigger'),
      priorOf('niche'),
    ];
    return { line, features, priors: { archetype, emotional_trigger, niche } };
  });
}
