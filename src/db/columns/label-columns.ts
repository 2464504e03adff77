// Columns that tell where a label of a hook comes from.
import { type GuessedLabel, labelMethods } from '../../labels/label.ts';

/** null for a format that is not known. */
export const methodOf = <const L extends GuessedLabel>(label: L) =>
  ({
    type: 'text',
    values: labelMethods,
    nullable: true,
    record: 'full',
    path: ['labels', label, 'method'],
    computed: true,
    merge: 'label',
    originOf: label,
  }) as const;

/** Calibrated: of 100 labels with a confidence of 0.8, about 80 are right. */
export const confidenceOf = <const L extends GuessedLabel>(label: L) =>
  ({
    type: 'double precision',
    range: [0, 1],
    nullable: true,
    record: 'full',
    path: ['labels', label, 'confidence'],
    computed: true,
    merge: 'label',
    originOf: label,
  }) as const;
