// A similar hook as clients see it: its score and why it is similar.
import { z } from 'zod';
import { hookSchema } from '../hook.ts';

const sharedWords = z
  .object({ kind: z.literal('words'), words: z.array(z.string()) })
  .meta({ description: 'Words that both lines have, as the hook spells them, the rarest first, at most five' });
const sameTemplate = z
  .object({ kind: z.literal('template'), template: z.string() })
  .meta({ description: 'Both lines have this template' });
const sameArchetype = z
  .object({ kind: z.literal('archetype'), value: z.string() })
  .meta({ description: 'Both hooks have this archetype' });

const similarMeaning = z.object({ kind: z.literal('meaning'), similarity: z.number() }).meta({
  description: 'Cosine of the embeddings of both lines. Only where the operator has an endpoint of embeddings',
});

const reasonSchema = z
  .union([sharedWords, sameTemplate, sameArchetype, similarMeaning])
  .meta({ id: 'SimilarReason', description: 'Why a hook is similar' });
export type SimilarReason = z.infer<typeof reasonSchema>;

export const similaritySchema = z.object({
  score: z.number().meta({ description: '0 to 1, which is the same line' }),
  why: z.array(reasonSchema),
});

export const similarHookSchema = z
  .object({ ...hookSchema.shape, similarity: similaritySchema })
  .meta({ id: 'SimilarHook', description: 'A hook, and how similar its line is' });
export type SimilarHook = z.infer<typeof similarHookSchema>;

/** `score`: 0 to 1, which is the same line. */
export type Similar = { row: number; score: number; why: SimilarReason[] };

/** Two digits, as scores are shown. */
export function roundScore(score: number): number {
  return Math.round(score * 100) / 100;
}
