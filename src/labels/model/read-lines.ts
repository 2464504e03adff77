// Reads training lines: features and priors of each, once for all trainings and folds.
import { type ReadFeatures, readFeatures } from '../combine/predict.ts';
import { readLine } from '../line.ts';
import { guessByRules } from '../rules/rules.ts';
import type { TrainingLine } from './training-line.ts';

export type LineToLearn = ReadFeatures & { line: TrainingLine };

export function readLines(lines: readonly TrainingLine[]): LineToLearn[] {
  return lines.map((line) => {
    const { text, tags, platform, family, source } = line;
    const read = readLine(text);
    const rules = guessByRules({ line: read, hints: tags });
    return { line, ...readFeatures(read, rules, { tags, platform, family, source }) };
  });
}
