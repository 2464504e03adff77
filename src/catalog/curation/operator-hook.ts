// Schemas of a hook in any state for operators, and of the review of a pending one.
import { z } from 'zod';
import { hookColumns } from '../../db/hook-columns.ts';
import { reviewReasons } from '../../db/tables/review-reasons.ts';
import { sourceFamilies } from '../../labels/label.ts';
import { findValue, type TaxonomySet } from '../../taxonomy/taxonomy.ts';
import { nearDuplicateSchema } from '../near-duplicates/actions.ts';
import { fullHookSchema } from '../record.ts';
import { sourceRecordSchema } from '../source-records/source-record.ts';
import { whySchema } from './why.ts';

export const hookStates = hookColumns.state.values;

export const operatorHookSchema = z
  .object({
    ...fullHookSchema.shape,
    state: z.enum(hookStates),
    given_platform: z.string().nullable().meta({ description: 'Name in the file of a platform outside the taxonomy' }),
    given_labels: z
      .record(z.string(), z.string())
      .meta({ description: 'Labels as spelled in the file, by field; empty if it has no labels' }),
    review_reason: z.enum(reviewReasons).nullable().meta({ description: 'Reason for the review' }),
    source_family: z
      .enum(sourceFamilies)
      .nullable()
      .meta({ description: 'Kind of text, by which confidences are calibrated' }),
    video_key: z.string().nullable().meta({ description: 'The canonical video', example: 'youtube/dQw4w9WgXcQ' }),
    merged_into: z.string().nullable().meta({ description: 'The hook of the same video that replaced this one' }),
    curated_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When a curator last decided its text or labels; imports no longer change them' }),
    source: z.string(),
    source_id: z.string().nullable(),
    import_id: z.string().nullable().meta({ description: 'The import that added it; null for the oldest hooks' }),
    retired_by: z.enum(hookColumns.retired_by.values).nullable(),
  })
  .meta({ id: 'OperatorHook', description: 'A hook in any state, with its origin' });
export type OperatorHook = z.infer<typeof operatorHookSchema>;

const reviewedLabelSchema = z
  .object({
    value: z.string().nullable(),
    confidence: z.number().nullable().meta({
      description: 'Confidence of the current guess; null for a value that is not guessed, such as one of the source',
    }),
    alternatives: z
      .array(z.object({ value: z.string(), confidence: z.number().meta({ description: 'From 0 to 1' }) }))
      .meta({ description: 'Other values, the most likely first' }),
  })
  .meta({ id: 'ReviewedLabel', description: 'A label to review, with alternatives' });
export type ReviewedLabel = z.infer<typeof reviewedLabelSchema>;

const reviewSchema = z
  .object({
    reason: z.enum(reviewReasons).meta({
      description: '`unknown_label`: the record had a label that is not in the taxonomy, and a guess replaced it',
    }),
    archetype: reviewedLabelSchema,
    emotional_trigger: reviewedLabelSchema,
    niche: reviewedLabelSchema,
    format: reviewedLabelSchema,
  })
  .meta({ id: 'Review', description: 'Why a hook needs review, and how certain each label is' });

export const reviewedHookSchema = z
  .object({
    ...operatorHookSchema.shape,
    review: reviewSchema.nullable().meta({ description: 'For pending hooks' }),
    holders: z.array(sourceRecordSchema).meta({ description: 'All sources that ever had it, in order of arrival' }),
    near_duplicates: z.array(nearDuplicateSchema).meta({
      description: 'Hooks with nearly the same text, most similar first. Hooks with the same words share `text_group`',
    }),
  })
  .meta({ id: 'ReviewedHook', description: 'A hook in any state, with its review and its source records' });
export type ReviewedHook = z.infer<typeof reviewedHookSchema>;

export const explainedHookSchema = z
  .object({ ...reviewedHookSchema.shape, why: whySchema })
  .meta({ id: 'ExplainedHook', description: 'A hook in any state, and why its labels were guessed' });
export type ExplainedHook = z.infer<typeof explainedHookSchema>;

export const hookPageSchema = z
  .object({ hooks: z.array(reviewedHookSchema), total: z.number().int(), next: z.string().nullable() })
  .meta({ id: 'HookPage', description: 'A page of hooks in any state' });
export type HookPage = z.infer<typeof hookPageSchema>;

const valueCounts = z.array(z.object({ value: z.string().nullable(), hooks: z.number().int() }));
export const reviewQueueSchema = z
  .object({
    waiting: z.number().int().meta({ description: 'Number of hooks pending review' }),
    oldest_at: z.iso.datetime().nullable(),
    reasons: valueCounts,
    sources: valueCounts,
    languages: valueCounts,
  })
  .meta({ id: 'ReviewQueue', description: 'Number of hooks pending review, by reason, source and language' });
export type ReviewQueue = z.infer<typeof reviewQueueSchema>;

/** Accepts a value of a set by its id or an alias. */
export const labelInput = (set: TaxonomySet) =>
  z.string().transform((text, context) => {
    const value = findValue(set, text);
    if (value === undefined)
      context.addIssue(`${text.slice(0, 60)} is not a known ${set}. GET /meta lists the values.`);
    return value ?? '';
  });
