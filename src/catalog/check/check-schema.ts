// Schema of the result of a check.
import { z } from 'zod';
import { labelMethods } from '../../labels/label.ts';
import { verdicts } from '../../trends/growth.ts';
import { reasonSchema } from '../curation/why.ts';
import { hookSchema, maxTextLength } from '../record.ts';
import { similaritySchema } from '../similar/similarity.ts';
import { traits } from '../snapshot/filter-columns.ts';

const count = z.number().int();
const share = z.number().min(0).max(1);
const views = count.nullable();

const labelSchema = z
  .object({
    value: z.string().meta({ description: '`other` if nothing fits' }),
    confidence: share.meta({ description: 'Calibrated: of guesses with 0.8, four of five are right' }),
    method: z.enum([...labelMethods, 'similar']).meta({
      description:
        '`given` if the request has it, or the source of the published hook; `similar` if the nearest hooks have another niche than its words suggest',
    }),
    alternatives: z
      .array(z.object({ value: z.string(), confidence: share }))
      .meta({ description: 'The next most likely values, most likely first' }),
    why: z.array(reasonSchema),
  })
  .meta({ id: 'DraftLabel', description: 'A label of a draft, and what it is based on' });
export type DraftLabel = z.infer<typeof labelSchema>;

const languageSchema = z.object({
  value: z.string().nullable().meta({ description: 'BCP 47; null if it is undetermined' }),
  confidence: share,
  method: z.enum(['given', 'detected']),
});
export type DraftLanguage = z.infer<typeof languageSchema>;

const figures = z.object({
  archetype: z.string(),
  niche: z
    .string()
    .nullable()
    .meta({ description: 'null for any: not given, and guessed with a confidence below 0.5' }),
  platform: z.string().nullable().meta({ description: 'null for any' }),
  n: count.meta({ description: 'Hooks of the archetype, the niche and the platform' }),
  median_views: views,
  p25_views: views,
  p75_views: views,
  verdict: z
    .literal('insufficient_data')
    .optional()
    .meta({ description: 'With fewer than 30 hooks; the figures are then null' }),
});
export type StandingFigures = z.infer<typeof figures>;
const standingSchema = figures.extend({
  wider: figures
    .nullable()
    .meta({ description: 'If data is insufficient: the same without the platform, else also without the niche' }),
});
export type Standing = z.infer<typeof standingSchema>;

const risingSchema = z
  .object({
    archetype: z.string(),
    window: z.string(),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    hooks_added: count.meta({ description: 'Hooks of the archetype first seen in the window' }),
    all_hooks_added: count,
    share: share.nullable().meta({ description: 'Share of all hooks added in the window; null if n < 30' }),
    share_before: share.nullable().meta({ description: 'Share in the window before; null if n < 30' }),
    verdict: z.enum(verdicts),
    n: count.meta({ description: 'Hooks of the archetype added in both windows' }),
  })
  .meta({ description: 'Trend of the archetype among all new hooks, as in GET /trends' });
export type Rising = z.infer<typeof risingSchema>;

const observationSchema = z
  .object({
    kind: z.enum(['word_count', ...traits.map(({ kind }) => kind)]),
    text: z.string(),
    is_significant: z.boolean().meta({
      description:
        'Whether the top decile differs from the other hooks of the scope: two proportions, 5 % for all seven kinds together',
    }),
    n: count.meta({ description: 'Hooks of the top decile' }),
    draft: z
      .union([z.boolean(), count])
      .meta({ description: 'Whether the draft has it; for `word_count`, its number of words' }),
    value: count.optional().meta({ description: 'Median of the top decile, for `word_count`' }),
    share: share.optional().meta({ description: 'Share of the top decile that has it' }),
    share_of_all: share.optional().meta({ description: 'Share of all hooks of the scope that has it' }),
  })
  .meta({ id: 'DraftObservation', description: 'What a writer can change, compared with the most viewed hooks' });
export type Observation = z.infer<typeof observationSchema>;

const topDecileSchema = z
  .object({
    niche: z.string().nullable(),
    platform: z.string().nullable(),
    language: z.string().nullable().meta({ description: 'With its variants: `en` includes `en-US`. null for any' }),
    n: count,
    all: count,
    min_views: count,
  })
  .meta({
    description:
      'The hooks that observations are based on: the `n` most viewed of `all` hooks of the niche, platform and language. If these are fewer than 30, without the platform, else also without the niche',
  });

const provenHookSchema = z
  .object({ ...hookSchema.shape, source_url: z.string().nullable(), similarity: similaritySchema })
  .meta({ id: 'ProvenHook', description: 'A hook with the link to its video, and how similar its line is' });
export type ProvenHook = z.infer<typeof provenHookSchema>;

export const draftCheckSchema = z
  .object({
    verdict: z.string().meta({
      description: 'What the line is, and how often hooks like it were viewed, in two sentences',
      example: 'This is a POV hook. Half of the 148 POV hooks in the catalog have more than 1.4M views.',
    }),
    similar: z.array(provenHookSchema).meta({ description: 'The nearest proven hooks, nearest first. Ten at most' }),
    observations: z
      .array(observationSchema)
      .meta({ description: 'The significant ones of `compared`, the strongest first. Three at most' }),
    archetype: labelSchema,
    emotional_trigger: labelSchema,
    niche: labelSchema,
    format: labelSchema,
    published: z.string().nullable().meta({
      description: 'Hook with the same words, which has these labels unless the request sets others',
      example: null,
    }),
    language: languageSchema,
    template: z.string(),
    word_count: count,
    standing: standingSchema,
    rising: risingSchema,
    top_decile: topDecileSchema.nullable().meta({ description: 'null if no scope has 30 hooks' }),
    compared: z
      .array(observationSchema)
      .meta({ description: 'Every kind that was compared, with or without a difference; empty without `top_decile`' }),
    sample_data: z.boolean().meta({ description: 'Whether all figures are of sample data' }),
  })
  .meta({ id: 'DraftCheck', description: 'Labels of a line, and how similar lines perform' });
export type DraftCheck = z.infer<typeof draftCheckSchema>;

/** A draft may be as long as a hook. */
export const maxDraftLength = maxTextLength;
export const draftText = z
  .string({ error: '`text` must be a string, such as the line of a draft.' })
  .trim()
  .max(maxDraftLength, `\`text\` must have at most ${maxDraftLength} characters.`)
  .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: '`text` must contain a letter or digit.' })
  .meta({ description: 'The line, checked as written, without surrounding spaces' });
