// Hook states and label methods as the console shows them.
import type { ReviewedHook } from '../../api/openapi.ts';
import type { Tone } from '../../kit/display/badge.tsx';

export const stateTones: Record<ReviewedHook['state'], Tone> = {
  published: 'good',
  pending: 'warn',
  retired: 'neutral',
  rejected: 'neutral',
};

export const labelMethods: Readonly<Record<ReviewedHook['labels']['method'], string>> = {
  given: 'Source data',
  rules: 'Classifier',
  curator: 'Curator',
};
