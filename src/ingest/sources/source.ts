// Source: a location that is imported on a schedule; its schemas and types.
import { z } from 'zod';
import { collectInput, requestInput } from '../collect/settings.ts';
import type { MappingInput } from '../mapping/mapping.ts';
import { mapSchema, recordsOfSchema, setSchema } from '../mapping/mapping-input.ts';
import { findIntervalProblem } from './schedule.ts';

const name = z
  .string()
  .trim()
  .min(1, '`name` must not be empty.')
  .max(100, '`name` must be at most 100 characters.')
  .regex(/^(?!src_)[^/?#\p{C}]+$/u, '`name` must not contain /, ?, # or control characters, or begin with src_.')
  .meta({ description: 'The source of its hooks. Cannot be changed later', example: 'trending' });
const location = z
  .string()
  .trim()
  .min(1, '`location` must not be empty.')
  .max(10_000, '`location` must be at most 10,000 characters.')
  .meta({
    description:
      'An https:// URL, the absolute path of a file or directory, or `youtube:` or `yt-dlp:` locations separated by spaces, such as `youtube:@one youtube:@two`',
    example: 'https://example.com/hooks.jsonl',
  });
const every = z
  .string()
  .trim()
  .max(100, '`every` must be at most 100 characters.')
  .superRefine((text, context) => {
    const message = findIntervalProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ description: '30m, 4h, 1d, or a cron expression of five fields in UTC', example: '4h' });
const format = z.enum(['json', 'jsonl', 'csv', 'tsv'], { error: '`format` must be json, jsonl, csv or tsv.' });

const settings = {
  preset: z.string().max(100).nullable().optional(),
  map: mapSchema.nullable().optional(),
  set: setSchema.nullable().optional(),
  records: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'Path to the records in nested JSON, or the sheet of a workbook' }),
  records_of: recordsOfSchema.nullable().optional(),
  format: format.nullable().optional().meta({ description: 'Default: detected from name and content' }),
  snapshot: z.boolean().optional().meta({ description: 'Retires hooks that are missing from the location' }),
  allow_shrink: z.boolean().optional().meta({ description: 'Allows a snapshot to retire more than half of the hooks' }),
  request: requestInput.nullable().optional().meta({ description: 'How a JSON API is asked; null downloads the URL' }),
  collect: collectInput
    .nullable()
    .optional()
    .meta({ description: 'Which videos a collector takes; null is the default' }),
  every: every.nullable().optional().meta({ description: 'null uses HOOKLINE_UPDATE_EVERY' }),
  enabled: z.boolean().optional(),
};

export const createSourceInput = z.strictObject({ name, location, ...settings });
export type CreateSourceInput = z.infer<typeof createSourceInput>;

export const updateSourceInput = z.strictObject({ location: location.optional(), ...settings });
export type UpdateSourceInput = z.infer<typeof updateSourceInput>;

export const runSourceInput = z.strictObject({
  force: z.boolean().optional().meta({ description: 'Reads unchanged files too, and accepts a snapshot of any size' }),
});
export type RunSourceInput = z.infer<typeof runSourceInput>;

/** The mapping as stored: only the parts that the operator set. */
export type GivenMapping = MappingInput;

export const noticeSchema = z
  .object({
    location: z.string().nullable().meta({ description: 'null if it is about all locations' }),
    message: z.string(),
    remedy: z.string().nullable().meta({ description: 'What to do; null if nothing has to be done' }),
    until: z.iso.datetime().nullable().meta({ description: 'When the collection goes on' }),
  })
  .meta({ id: 'SourceNotice' });

export const sourceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    location: z.string(),
    preset: z.string().nullable(),
    map: z.array(z.string()).meta({ description: 'As pairs' }),
    set: z.array(z.string()).meta({ description: 'As pairs' }),
    records: z.string().nullable(),
    records_of: z.string().nullable(),
    format: format.nullable(),
    snapshot: z.boolean(),
    allow_shrink: z.boolean(),
    request: requestInput.nullable(),
    collect: collectInput.nullable(),
    every: z.string().nullable().meta({ description: 'null uses the default' }),
    runs_every: z.string().meta({ description: 'The interval in force' }),
    enabled: z.boolean(),
    state: z.enum(['running', 'paused', 'failing', 'waiting']),
    failures: z.number().int().meta({ description: 'Consecutive failed runs' }),
    last_error: z.string().nullable(),
    notices: z.array(noticeSchema).meta({ description: 'What to know of the last run, although it did not fail' }),
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
