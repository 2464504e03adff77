// The states of a hook as the console shows them.
import type { ReviewedHook } from '../../../../src/catalog/curation/review.ts';
import type { Tone } from '../../kit/display/badge.tsx';

export const stateTones: Record<ReviewedHook['state'], Tone> = {
  published: 'good',
  pending: 'warn',
  retired: 'neutral',
  rejected: 'neutral',
};
