// A hook in any state as operators see it, and what a reviewer sees of a pending one.
import { z } from 'zod';
import { fullHookSchema } from '../hook.ts';

export const operatorHookSchema = z
  .object({
    ...fullHookSchema.shape,
    state: z.enum(['published', 'pending', 'retired', 'rejected']),
    source: z.string(),
    source_id: z.string().nullable(),
    import_id: z.string().nullable().meta({ description: 'The import that added it; null for the oldest hooks' }),
    retired_by: z.enum(['snapshot', 'curator']).nullable(),
  })
  .meta({ id: 'OperatorHook', description: 'A hook in any state, with its origin' });
export type OperatorHook = z.infer<typeof operatorHookSchema>;

const reviewedLabelSchema = z
  .object({
    value: z.string().nullable(),
    confidence: z.number().nullable().meta({
      description: 'Of the classifier; null if the label came with the record, its hashtags or from a curator',
    }),
    alternatives: z.array(z.string()),
  })
  .meta({ id: 'ReviewedLabel', description: 'A label to review, with alternatives' });
export type ReviewedLabel = z.infer<typeof reviewedLabelSchema>;

const reviewSchema = z
  .object({
    reason: z.enum(['low_confidence', 'unknown_label']).meta({
      description:
        '`unknown_label`: the record had a label that is not in the taxonomy, and the classifier replaced it',
    }),
    archetype: reviewedLabelSchema,
    emotional_trigger: reviewedLabelSchema,
    niche: reviewedLabelSchema,
    format: reviewedLabelSchema,
  })
  .meta({ id: 'Review', description: 'Why a hook needs review, and how certain each label is' });
export type Review = z.infer<typeof reviewSchema>;

export const reviewedHookSchema = z
  .object({ ...operatorHookSchema.shape, review: reviewSchema.nullable().meta({ description: 'Of pending hooks' }) })
  .meta({ id: 'ReviewedHook', description: 'A hook in any state, with its review' });
export type ReviewedHook = z.infer<typeof reviewedHookSchema>;

export const hookPageSchema = z
  .object({ hooks: z.array(reviewedHookSchema), total: z.number().int(), next: z.string().nullable() })
  .meta({ id: 'HookPage', description: 'A page of hooks in any state' });
export type HookPage = z.infer<typeof hookPageSchema>;
