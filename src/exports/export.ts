// An export: what a client may ask for and what it sees of it. Field order is part of the contract.
import { z } from 'zod';
import { filterInput } from '../catalog/search/filter-input.ts';
import type { ExportStatus } from '../db/tables.ts';
import { type Format, formats } from './formats/format.ts';

export const exportInput = z.strictObject({
  format: z
    .enum(formats, { error: `format is one of ${formats.join(', ')}.` })
    .meta({ description: 'json is one array, jsonl one hook a line, csv has a header, parquet has typed columns' }),
  filters: filterInput.optional(),
});

export type ExportInput = z.infer<typeof exportInput>;

const count = z.int().min(0);
const moment = z.iso.datetime();
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
    filters: z.looseObject({}).meta({ description: 'As they were understood' }),
    estimated_records: count.meta({ description: 'At the time of the request' }),
    records: count.nullable().meta({ description: 'In the file' }),
    total_matching: count.meta({ description: 'Hooks that match, also where the plan ends before them' }),
    truncated: z.boolean().meta({ description: 'The plan gives the most viewed of them only' }),
    size_bytes: count.nullable(),
    sha256: z.string().nullable().meta({ description: 'Of the file, in hexadecimal' }),
    download_url: z.string().nullable().meta({ description: 'Needs no key; works until `expires_at`' }),
    catalog_version: count.nullable().meta({ description: 'The one version that the file holds' }),
    error: z.string().nullable().meta({ description: 'Why it failed' }),
    created_at: moment,
    completed_at: moment.nullable().meta({ description: 'When it was complete, failed or canceled' }),
    expires_at: moment.nullable().meta({ description: 'When the file is deleted' }),
  })
  .meta({ id: 'Export', description: 'A file of all hooks that match, on its way or there' });

/** What GET /export/{id} answers. The link is made for each answer; elsewhere it is null. */
export type Export = z.infer<typeof exportSchema>;

/** What the service itself needs to know of an export. */
export type ExportFile = { id: string; format: Format; file: string; sizeBytes: number; sha256: string };
