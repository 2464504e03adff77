// Filters of hooks in any state: of lists, as a query, and of edits, as JSON.

import { z } from 'zod';
import { hookColumns } from '../../db/hook-columns.ts';
import { reviewReasons } from '../../db/tables/review-reasons.ts';
import { parseHookId } from '../../lib/ids.ts';
import { canonicalLanguage } from '../../taxonomy/language.ts';
import { hookStates, labelInput } from './operator-hook.ts';
import type { HookFilter } from './store.ts';

/** A number of JSON, or a parameter. */
const confidence = (name: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^[01](\.\d{1,6})?$/)
          .transform(Number),
      ],
      {
        error: `\`${name}\` must be a number from 0 to 1.`,
      },
    )
    .refine((value) => value >= 0 && value <= 1, { error: `\`${name}\` must be a number from 0 to 1.` })
    .meta({ type: 'number', minimum: 0, maximum: 1 });

export const hookFilterInput = z
  .strictObject({
    state: z.enum(hookStates, { error: '`state` must be published, pending, retired or rejected.' }),
    text: z.string().max(200),
    id: z.string(),
    source: z.string(),
    source_url: z.string().max(2048),
    import: z.string(),
    reason: z
      .array(z.enum(reviewReasons, { error: `\`reason\` must be one of ${reviewReasons.join(', ')}.` }))
      .min(1, '`reason` must name at least one.')
      .meta({ description: 'Why it waits for review: any of these' }),
    archetype: labelInput('archetype'),
    emotional_trigger: labelInput('emotional_trigger'),
    niche: labelInput('niche'),
    format: labelInput('format'),
    platform: z.string(),
    language: z.string().meta({ description: '`en` finds en-US as well; `und` finds hooks without a language' }),
    creator: z.string().max(200).meta({ description: 'Name, with or without @' }),
    text_group: z.string().max(16).meta({ description: 'Hooks with the same words' }),
    method: z.enum(hookColumns.label_method.values, { error: '`method` must be given, rules or curator.' }),
    min_confidence: confidence('min_confidence'),
    max_confidence: confidence('max_confidence'),
    claims: z.enum(['waiting'], { error: '`claims` must be waiting.' }),
    duplicates: z
      .enum(['near'], { error: '`duplicates` must be near.' })
      .meta({ description: 'Hooks that have near duplicates' }),
  })
  .partial();
export type HookFilterInput = z.infer<typeof hookFilterInput>;

export function toHookFilter({
  id,
  method,
  import: import_id,
  creator,
  language,
  ...rest
}: HookFilterInput): HookFilter {
  return {
    ...rest,
    import_id,
    label_method: method,
    creator: creator?.replace(/^@+/, ''),
    language: language && (canonicalLanguage(language) ?? language),
    id: id === undefined ? undefined : parseHookId(id),
  };
}
