// The hook as clients see it: the seven fields, then the full record. Field order is part of the contract.
import { z } from 'zod';
import type { hookFields } from './hook-fields.ts';

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const moment = z.iso.datetime();

export const hookSchema = z
  .object({
    id: z
      .string()
      .regex(/^hook_\d+$/)
      .meta({ description: '`hook_` and digits', example: 'hook_1204' }),
    text: z.string().meta({
      description: 'Exact wording of the opening line',
      example: 'Stop buying index funds before you read this.',
    }),
    views: count.meta({ description: 'View count of the source video, a JSON number up to 2^53-1', example: 4810233 }),
    platform: z.string().meta({ description: 'Display name; the set is open-ended', example: 'TikTok' }),
    archetype: z.string().meta({ description: 'What the line does', example: 'negative_command' }),
    emotional_trigger: z.string().meta({ description: 'What the line makes the viewer feel', example: 'fear' }),
    niche: z.string().meta({ description: 'What the video is about', example: 'finance' }),
  } satisfies Record<(typeof hookFields)[number], z.ZodType>)
  .meta({ id: 'Hook', description: 'The opening line of a short video, with its labels' });

export const fullHookSchema = z
  .object({
    ...hookSchema.shape,
    format: z.string().nullable().meta({ description: 'Shape of the video', example: 'talking_head' }),
    language: z.string().nullable().meta({ description: 'BCP 47 tag', example: 'en' }),
    creator: z.string().nullable(),
    source_url: z.string().nullable(),
    published_at: moment.nullable(),
    views_captured_at: moment.nullable(),
    likes: count.nullable(),
    comments: count.nullable(),
    shares: count.nullable(),
    duration_seconds: z.number().nullable(),
    template: z.string().nullable().meta({ description: 'The line with its specifics replaced by `[slots]`' }),
    word_count: count,
    labels: z.object({ method: z.enum(['given', 'rules', 'curator']), confidence: z.number().min(0).max(1) }),
    added_at: moment,
    updated_at: moment,
    sample: z.boolean().meta({ description: 'true for the invented starter set' }),
  })
  .meta({ id: 'FullHook', description: 'A hook with everything that is known of it. Unknown is null, never 0 or "".' });

export type Hook = z.infer<typeof hookSchema>;
export type FullHook = z.infer<typeof fullHookSchema>;

export const fullHookFields = Object.keys(fullHookSchema.shape) as readonly (keyof FullHook)[];
