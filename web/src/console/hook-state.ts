// The states of a hook as the console shows them.
import type { ReviewedHook } from '../../../src/catalog/review.ts';
import type { Tone } from '../kit/badge.tsx';

export const stateTones: Record<ReviewedHook['state'], Tone> = {
  published: 'good',
  pending: 'warn',
  retired: 'neutral',
  rejected: 'neutral',
};
