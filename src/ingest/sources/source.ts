// A source: what the operator may say of it, and what is shown. What is done with it is in manage-sources.ts.
import { z } from 'zod';
import type { MappingInput } from '../mapping/mapping.ts';
import { everyFault } from './schedule.ts';

const name = z
  .string()
  .trim()
  .min(1, 'name is empty.')
  .max(100, 'name has more than 100 characters.')
  .regex(
    /^(?!src_)[^/?#\p{C}]+$/u,
    'name has no slash, question mark, # or control character, and does not begin with src_.',
  )
  .meta({ description: 'The source of its hooks, as imports name it; fixed once and for all', example: 'trending' });
const location = z
  .string()
  .trim()
  .min(1, 'location is empty.')
  .max(2000, 'location has more than 2000 characters.')
  .meta({
    description: 'An https:// address, or the whole path of a file or directory',
    example: 'https://example.com/hooks.jsonl',
  });
const pairs = z.array(z.string().max(300)).max(100);
const every = z
  .string()
  .trim()
  .max(100, 'every has more than 100 characters.')
  .superRefine((text, context) => {
    const message = everyFault(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ description: '30m, 4h, 1d, or five cron fields in UTC', example: '4h' });
const format = z.enum(['json', 'jsonl', 'csv', 'tsv'], { error: 'format is json, jsonl, csv or tsv.' });

const settings = {
  preset: z.string().max(100).nullable().optional(),
  map: pairs.nullable().optional().meta({ description: 'field=column, each' }),
  set: pairs.nullable().optional().meta({ description: 'field=value, each' }),
  records: z.string().max(200).nullable().optional().meta({ description: 'Path to the records in nested JSON' }),
  format: format.nullable().optional().meta({ description: 'Told from name and content where it is not given' }),
  snapshot: z.boolean().optional().meta({ description: 'Hooks that are missing are retired' }),
  allow_shrink: z.boolean().optional().meta({ description: 'Also where that is more than half of them' }),
  every: every.nullable().optional().meta({ description: 'null is HOOKLINE_UPDATE_EVERY' }),
  enabled: z.boolean().optional(),
};

export const createSourceInput = z.strictObject({ name, location, ...settings });
export type CreateSourceInput = z.infer<typeof createSourceInput>;

export const updateSourceInput = z.strictObject({ location: location.optional(), ...settings });
export type UpdateSourceInput = z.infer<typeof updateSourceInput>;

export const runSourceInput = z.strictObject({
  force: z
    .boolean()
    .optional()
    .meta({ description: 'Also where nothing has changed, and however many hooks a snapshot retires' }),
});
export type RunSourceInput = z.infer<typeof runSourceInput>;

/** As it is kept: what was given, without what was not. */
export type GivenMapping = MappingInput;

export const sourceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    location: z.string(),
    preset: z.string().nullable(),
    map: z.array(z.string()),
    set: z.array(z.string()),
    records: z.string().nullable(),
    format: format.nullable(),
    snapshot: z.boolean(),
    allow_shrink: z.boolean(),
    every: z.string().nullable().meta({ description: 'null uses the default' }),
    runs_every: z.string().meta({ description: 'The interval in force' }),
    enabled: z.boolean(),
    state: z.enum(['running', 'paused', 'failing', 'waiting']),
    failures: z.number().int().meta({ description: 'In a row, up to now' }),
    last_error: z.string().nullable(),
    next_run_at: z.iso.datetime().nullable().meta({ description: 'null while it is paused' }),
    last_run_at: z.iso.datetime().nullable(),
    last_success_at: z.iso.datetime().nullable().meta({ description: 'Includes runs that found nothing new' }),
    last_import_id: z.string().nullable(),
    running_since: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Source', description: 'A scheduled source of hooks' });
export type Source = z.infer<typeof sourceSchema>;
