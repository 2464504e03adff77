// Where a label or the text of a hook comes from, in words.
import type { FullHook } from '@hookline/sdk';
import { formatWholePercent } from './format.ts';

export type Origin = FullHook['labels']['niche'];

export const originNames: Readonly<Record<NonNullable<Origin['method']>, string>> = {
  given: 'From the source',
  curator: 'Set by a curator',
  rules: 'Guessed by rules',
  model: 'Guessed by the model',
  creator: 'As the creator’s other hooks',
  llm: 'Guessed by a language model',
};

/** Lowest confidence of the labels that every hook has. The overall confidence is 1 as soon as a curator decided one of them. */
export function lowestConfidence({ archetype, emotional_trigger, niche }: FullHook['labels']): number {
  return Math.min(...[archetype, emotional_trigger, niche].map(({ confidence }) => confidence ?? 1));
}

/** “Guessed by the model, 86% sure”, “Set by a curator”; empty for a label that the hook does not have. */
export function describeOrigin({ method, confidence }: Origin): string {
  if (method === null) return '';
  if (confidence === null || confidence === 1) return originNames[method];
  return `${originNames[method]}, ${formatWholePercent(confidence)} sure`;
}

/** Origins of texts that the source did not write. */
export const textMethods: Readonly<Record<'spoken' | 'transcribed', string>> = {
  spoken: 'From the captions',
  transcribed: 'Transcribed from the audio',
};
