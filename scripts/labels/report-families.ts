// Archetypes by family: rules, the model, and both pooled, on lines of formats that the model has not seen.
import { readStarterSet } from '../../src/catalog/seed/starter-set.ts';
import type { GuessedLabel, RuleGuess } from '../../src/labels/label.ts';
import { readLine } from '../../src/labels/line.ts';
import { featuresOf } from '../../src/labels/model/features.ts';
import { guessByRules, type RuleGuesses } from '../../src/labels/rules/rules.ts';
import { families, familyAt, isDevelopment, readFamilyLines } from './families.ts';
import { learn, toGuess } from './learner.ts';
import { agreement, calibrationError, rightAt, row, table } from './measures.ts';

const silent: RuleGuess = { value: 'other', confidence: 0, scores: new Map() };
/** The cues were written for the development half, so a model that is trained on it must not hear them. */
const noRules = { archetype: silent, emotional_trigger: silent, niche: silent, format: silent } satisfies Record<
  GuessedLabel,
  RuleGuess
>;
const ruleShare = 0.35;
/** Of a line of the starter set. */
const starterWeight = 0.5;

function read(text: string) {
  const line = readLine(text);
  return { features: featuresOf(line, noRules, {}), rules: distributionOf(guessByRules({ line })) };
}

function distributionOf({ archetype: { value, confidence } }: RuleGuesses): Float64Array {
  const at = familyAt(value);
  const open = at < 0 ? 1 : 1 - confidence;
  return new Float64Array(families.length)
    .fill(open / families.length)
    .map((probability, index) => probability + (index === at ? confidence : 0));
}

export function reportFamilies(isHeldOut: boolean): void {
  const lines = readFamilyLines().map((line) => ({ ...line, truth: line.family, ...read(line.text) }));
  const development = lines.filter(isDevelopment);
  const starter = readStarterSet().flatMap(({ text, archetype }) => {
    const truth = families[familyAt(archetype)];
    return truth === undefined ? [] : { ...read(text), truth, weight: starterWeight };
  });
  // Without the held-out half, folds by format take its place.
  const folds = isHeldOut
    ? [{ training: development, test: lines.filter((line) => !isDevelopment(line)) }]
    : [0, 1, 2, 3].map((fold) => ({
        training: development.filter(({ format }) => foldOf(format) !== fold),
        test: development.filter(({ format }) => foldOf(format) === fold),
      }));
  const guesses = folds.flatMap(({ training, test }) => {
    const predict = learn([...training, ...starter], families);
    return test.map((line) => {
      const model = predict(line);
      const pooled = model.map((p, at) => (1 - ruleShare) * p + ruleShare * (line.rules[at] ?? 0));
      return [line.rules, model, pooled].map((distribution) => toGuess(distribution, families, line.truth));
    });
  });
  console.log(`\n### Families of archetypes, ${isHeldOut ? 'held-out' : 'development'} half: ${guesses.length} lines`);
  table('method', 'right', 'at a confidence of 0.8 or more', 'calibration error');
  ['rules', 'model', 'both'].forEach((name, at) => {
    const own = guesses.flatMap((guess) => guess[at] ?? []);
    row(name, agreement(own), rightAt(own, 0.8), calibrationError(own));
  });
}

function foldOf(format: string): number {
  return [...format].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 4;
}
