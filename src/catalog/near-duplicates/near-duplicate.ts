// Near duplicate: another hook with nearly the same words, as reviewers see it.
import { z } from 'zod';

export const nearDuplicateSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    similarity: z.number().min(0).max(1).meta({ description: 'Share of common character trigrams, 0.8 or more' }),
  })
  .meta({ id: 'NearDuplicate', description: 'Another hook with nearly the same words' });
