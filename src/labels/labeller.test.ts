import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findValue } from '../taxonomy/taxonomy.ts';
import { guessedLabels, sourceFamilies } from './label.ts';
import { createLabeller } from './labeller.ts';

const labeller = createLabeller();

test('for any text, guesses are taxonomy values whose confidences leave room for the alternatives', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.lorem()),
      fc.constantFrom(...sourceFamilies, null),
      fc.array(fc.string(), { maxLength: 5 }),
      (text, family, hints) => {
        const guesses = labeller.guess({ text, family, hints });
        for (const label of guessedLabels) {
          const { value, confidence, alternatives } = guesses[label];
          assert.equal(findValue(label, value), value);
          assert.ok(confidence >= 0 && confidence <= 0.98);
          if (value === 'other') assert.equal(confidence, 0);
          const values = alternatives.map((alternative) => alternative.value);
          assert.ok(!values.includes(value) && !values.includes('other') && new Set(values).size === values.length);
          const sum = alternatives.reduce((total, alternative) => total + alternative.confidence, confidence);
          assert.ok(sum <= 1 + 1e-9, `${label} has ${sum} in all`);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('an import makes the same best guesses as review, for any requested labels', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'Stop buying index funds',
        'POV: you moved to Lisbon',
        'Nobody tells you this about sourdough #food',
        '',
      ),
      fc.subarray([...guessedLabels]),
      (text, wanted) => {
        const all = labeller.guess({ text, family: 'caption' });
        const best = labeller.guessBest({ text, family: 'caption' }, wanted);
        assert.deepEqual(Object.keys(best).toSorted(), wanted.toSorted());
        for (const label of wanted)
          assert.deepEqual({ alternatives: all[label].alternatives, ...best[label] }, all[label]);
      },
    ),
  );
});
