// An export in requests and responses. The field order is part of the contract.

import { z } from 'zod';
import type { Caller } from '../accounts/caller.ts';
import { fullHookFields } from '../catalog/record.ts';
import { filterInput } from '../catalog/search/filter-input.ts';
import type { ExportStatus } from '../db/tables/exports.ts';
import { closestMatch, maxSuggestions } from '../lib/did-you-mean.ts';
import { failBody } from '../lib/errors.ts';
import { type Format, formats } from './formats/format.ts';

// Selected fields of the full record, as in the `fields` parameter of reads.

export type ExportFields = (typeof fullHookFields)[number][] | null;

const maxNames = 100;

export const fieldsInput = z
  .union([z.string(), z.array(z.string()).max(maxNames)], { error: '`fields` must be a name or a list of names.' })
  .transform((given) => [given].flat())
  .nullable()
  .optional()
  .meta({
    description: 'Fields to include, in the order of the record; csv and parquet have a column for each. Default all',
  });

/** Returns the fields in the order of the record; null means all. */
export function readFields(given: readonly string[] | null | undefined): ExportFields {
  if (!given) return null;
  if (given.length === 0)
    failBody([{ pointer: '#/fields', detail: '`fields` is empty. Name a field, or leave it out for all.' }]);
  const unknown = given.filter((name) => !(fullHookFields as readonly string[]).includes(name));
  if (unknown.length > 0)
    failBody(
      unknown.slice(0, maxSuggestions).map((name) => {
        const suggestion = closestMatch(name, fullHookFields);
        const hint = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${fullHookFields.join(', ')}.`;
        const detail = `${name.slice(0, 60)} is not a value of fields. ${hint}`;
        return { pointer: '#/fields' as const, detail, did_you_mean: suggestion };
      }),
    );
  const chosen = fullHookFields.filter((name) => given.includes(name));
  return chosen.length === fullHookFields.length ? null : chosen;
}

export const formatInput = z
  .enum(formats, { error: `Format must be one of ${formats.join(', ')}.` })
  .meta({ description: 'json is one array, jsonl one hook a line, csv has a header, parquet has typed columns' });

export const exportInput = z.strictObject({
  format: formatInput,
  filters: filterInput.optional(),
  fields: fieldsInput,
});

export type ExportInput = z.infer<typeof exportInput>;

export const fieldsSchema = z
  .array(z.enum(fullHookFields).meta({ id: 'HookField', description: 'A field of the full record' }))
  .nullable()
  .meta({ description: 'Fields of the record; null means all' });
const count = z.int().min(0);
const time = z.iso.datetime();
export const exportStatuses = [
  'processing',
  'complete',
  'failed',
  'canceled',
  'expired',
] as const satisfies ExportStatus[];

export const exportSchema = z
  .object({
    export_id: z.string().meta({ description: '`exp_` and 16 letters or digits' }),
    status: z.enum(exportStatuses),
    format: z.enum(formats),
    filters: z.looseObject({}).meta({ description: 'Normalized filters' }),
    fields: fieldsSchema,
    estimated_records: count.meta({ description: 'Estimate at the time of the request' }),
    records: count.nullable().meta({ description: 'Hooks in the file' }),
    total_matching: count.meta({ description: 'Hooks that match, including those beyond the limit of the plan' }),
    truncated: z.boolean().meta({ description: 'Contains only the most viewed, up to the limit of the plan' }),
    size_bytes: count.nullable(),
    sha256: z.string().nullable().meta({ description: 'SHA-256 of the file, hexadecimal' }),
    download_url: z.string().nullable().meta({ description: 'Needs no key; works until `expires_at`' }),
    catalog_version: count.nullable().meta({ description: 'Catalog version of the file' }),
    schedule_id: z.string().nullable().meta({ description: 'Weekly export that requested it' }),
    error: z.string().nullable().meta({ description: 'Reason for a failure, or for a cancellation by the service' }),
    created_at: time,
    completed_at: time.nullable().meta({ description: 'Time of completion, failure or cancellation' }),
    expires_at: time.nullable().meta({ description: 'When the file is deleted' }),
  })
  .meta({ id: 'Export', description: 'A file of all hooks that match' });

/** `download_url` is created for each response of GET /export/{id}; elsewhere it is null. */
export type Export = z.infer<typeof exportSchema>;

/** The account of an export. Its suspension and plan apply to accepted and complete exports too. */
export type ExportOwner = Pick<Caller, 'accountId' | 'plan' | 'features' | 'suspended'>;

export type ExportFile = {
  id: string;
  format: Format;
  file: string;
  sizeBytes: number;
  /** Size of the compressed form; null without one. */
  gzipBytes: number | null;
  sha256: string;
  owner: ExportOwner;
};
