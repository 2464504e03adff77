// Relabelling: schemas of the selected labels and hooks, and of the report.
import { z } from 'zod';
import { reviewReasons } from '../../../db/tables/review-reasons.ts';
import { guessedLabels } from '../../../labels/label.ts';
import { hookFilterInput } from '../edit.ts';

/** Maximum number of hooks per run that a language model is queried for. */
export const maxAsked = 2_000;
export const maxExamples = 20;
export const maxLabelChanges = 100;

/** Same filters as GET /operator/hooks. In JSON, a single reason may be sent without a list. */
const whereInput = hookFilterInput.extend({
  state: z
    .enum(['published', 'pending'], { error: '`state` must be published or pending.' })
    .optional()
    .meta({ description: 'Default published. `pending`: hooks that wait for review' }),
  reason: z.union([hookFilterInput.shape.reason, z.enum(reviewReasons).transform((reason) => [reason])]).optional(),
});

export const relabelInput = z
  .strictObject({
    source: z.string().min(1).optional().meta({ description: 'Name of a source. Default: hooks of all sources' }),
    where: whereInput.optional().meta({ description: 'The filters of GET /operator/hooks' }),
    method: z
      .enum(['llm'], { error: '`method` must be llm.' })
      .optional()
      .meta({ description: '`llm` also asks the language model, which costs tokens in a dry run too' }),
    sample: z.number().int().min(1).max(100_000).optional().meta({
      description: 'Only so many of the hooks, those with the lowest MD5 of their number: always the same ones',
    }),
    dry_run: z.boolean().optional().meta({ description: 'Changes nothing, and says what the run would change' }),
  })
  .refine(({ source, where }) => source === undefined || where?.source === undefined, {
    path: ['source'],
    error: 'Send `source` once.',
  });
export type RelabelInput = z.infer<typeof relabelInput>;

const count = z.number().int().min(0);
const label = z.enum(guessedLabels);

export const relabelReportSchema = z
  .object({
    dry_run: z.boolean(),
    edit_id: z.string().nullable().meta({ description: 'For its undo; null if nothing was changed, or in a dry run' }),
    catalog_version: count,
    hooks: count.meta({ description: 'Hooks whose labels were guessed again: no curator touched them' }),
    changed: count.meta({ description: 'Hooks of which at least one label changes' }),
    confidence_changed: count.meta({
      description:
        'Hooks whose labels stay, with a confidence that is 0.05 or more higher or lower, or crosses the floor',
    }),
    unchanged: count,
    uncertain: count.meta({
      description:
        'Hooks with a label whose confidence is now below the floor, without another label that reaches it. Published ones stay published',
    }),
    published: count.meta({ description: 'Waiting hooks whose labels all reach the floor now' }),
    skipped: count.meta({ description: 'Hooks that were changed during the run, and stay as they are' }),
    labels: z
      .array(z.object({ label, from: z.string().nullable(), to: z.string().nullable(), hooks: count }))
      .meta({ description: `Changes of labels, the most frequent first, at most ${maxLabelChanges}` }),
    examples: z
      .array(
        z.object({
          id: z.string(),
          text: z.string(),
          label,
          from: z.string().nullable(),
          to: z.string().nullable(),
          confidence: z.number().min(0).max(1).nullable().meta({ description: 'Of the new label' }),
        }),
      )
      .meta({ description: `At most ${maxExamples}` }),
    llm: z
      .object({
        asked: count.meta({ description: 'Hooks whose text the language model was asked about, now or before' }),
        answered: count.meta({ description: 'With a valid answer. The others stay as they are' }),
        tokens: count.meta({ description: 'That this run used. Answers are stored, so asking again costs none' }),
        stopped: z
          .string()
          .nullable()
          .meta({ description: 'Why it was not asked about all: budget, rate limit, outage' }),
        matching: count.meta({ description: 'Hooks that match, beyond the sample' }),
        tokens_for_all: count.meta({ description: 'Estimate for the texts of these that it was not asked about yet' }),
      })
      .nullable()
      .meta({ description: 'null without `method`' }),
  })
  .meta({ id: 'RelabelReport', description: 'What a relabelling changes' });
export type RelabelReport = z.infer<typeof relabelReportSchema>;
