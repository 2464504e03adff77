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
    .meta({ description: 'Default published. `pending`: hooks pending review' }),
  reason: z.union([hookFilterInput.shape.reason, z.enum(reviewReasons).transform((reason) => [reason])]).optional(),
});

export const relabelInput = z
  .strictObject({
    source: z.string().min(1).optional().meta({ description: 'Name of a source. Default: hooks of all sources' }),
    where: whereInput.optional().meta({ description: 'The filters of GET /operator/hooks' }),
    method: z
      .enum(['llm'], { error: '`method` must be llm.' })
      .optional()
      .meta({ description: '`llm` also uses the language model, which costs tokens even in a dry run' }),
    sample: z.number().int().min(1).max(100_000).optional().meta({
      description: 'Number of hooks to relabel: those with the lowest MD5 of their number, so always the same ones',
    }),
    dry_run: z.boolean().optional().meta({ description: 'Reports the changes without applying them' }),
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
    edit_id: z
      .string()
      .nullable()
      .meta({ description: 'Id to undo the edit; null if nothing was changed, or in a dry run' }),
    catalog_version: count,
    hooks: count.meta({ description: 'Hooks whose labels were guessed again: not edited by curators' }),
    changed: count.meta({ description: 'Hooks with at least one changed label' }),
    confidence_changed: count.meta({
      description:
        'Hooks with unchanged labels and a confidence that is 0.05 or more higher or lower, or crosses the floor',
    }),
    unchanged: count,
    uncertain: count.meta({
      description:
        'Hooks with a label whose confidence is now below the floor, without another label that reaches it. Published hooks stay published',
    }),
    published: count.meta({ description: 'Pending hooks whose labels all reach the floor now' }),
    skipped: count.meta({ description: 'Hooks that were edited during the run and are not relabelled' }),
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
          confidence: z.number().min(0).max(1).nullable().meta({ description: 'Confidence of the new label' }),
        }),
      )
      .meta({ description: `At most ${maxExamples}` }),
    llm: z
      .object({
        asked: count.meta({ description: 'Hooks whose text was sent to the language model, now or earlier' }),
        answered: count.meta({ description: 'Hooks with a valid response. The others are unchanged' }),
        tokens: count.meta({
          description: 'Tokens used by this run. Responses are stored, so the same texts cost no more tokens',
        }),
        stopped: z
          .string()
          .nullable()
          .meta({ description: 'Why some texts were not sent: budget, rate limit, outage' }),
        matching: count.meta({ description: 'Matching hooks, in the sample or not' }),
        tokens_for_all: count.meta({
          description: 'Estimate for the texts of the matching hooks that were not sent yet',
        }),
      })
      .nullable()
      .meta({ description: 'null without `method`' }),
  })
  .meta({ id: 'RelabelReport', description: 'What a relabelling changes' });
export type RelabelReport = z.infer<typeof relabelReportSchema>;
