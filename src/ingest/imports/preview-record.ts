// Preview of an import: counts, reasons, the mapping, and the first records as they would be imported.
import { z } from 'zod';
import { givenValueSchema } from '../../catalog/unknown-values/unknown-values.ts';
import { hookColumns } from '../../db/hook-columns.ts';
import { reviewReasons } from '../../db/tables/review-reasons.ts';
import { maxSamples } from '../mapping/map-record.ts';
import { fields } from '../mapping/mapping.ts';
import { type Binding, hasColumn } from '../mapping/resolve-mapping.ts';
import { importReasonSchema, importReportSchema } from '../publish/import-record.ts';

/** Records in a preview, from the beginning of the file. Rejected ones are listed among its reasons. */
export const maxRecords = 20;

const text = z.string().nullable();

const previewRecordSchema = z
  .object({
    line: z.number().int(),
    result: z
      .enum(['added', 'pending', 'updated', 'unchanged', 'duplicates', 'held'])
      .meta({ description: 'Count of the report that includes the record' }),
    state: z
      .enum(hookColumns.state.values)
      .meta({ description: 'State of the hook after the import, like the fields below' }),
    reason: text.meta({ description: `Review reason: ${reviewReasons.join(', ')}` }),
    hook_id: text.meta({ description: 'Null if the hook is new' }),
    text: z.string(),
    raw_text: text.meta({ description: 'Text in the file; null if it is the same' }),
    views: z.number().int().nullable(),
    platform: text,
    archetype: text,
    emotional_trigger: text,
    niche: text,
    format: text,
    language: text,
    creator: text,
    labels: z.object({ method: z.enum(hookColumns.label_method.values), confidence: z.number() }),
  })
  .meta({ id: 'PreviewRecord', description: 'A record of a file, with the resulting hook' });
export type PreviewRecord = z.infer<typeof previewRecordSchema>;

const mappedFieldSchema = z.object({
  field: z.string(),
  columns: z.array(z.string()).meta({ description: 'Columns of the file, in order of preference' }),
  constant: text.meta({ description: 'Takes precedence over columns' }),
});
export type MappedField = z.infer<typeof mappedFieldSchema>;

export const previewSchema = z
  .object({
    report: importReportSchema,
    records: z
      .array(previewRecordSchema)
      .max(maxRecords)
      .meta({ description: 'First records of the file that are not rejected' }),
    reasons: z.array(importReasonSchema).meta({ description: 'Most frequent reasons' }),
    near_duplicates: z.number().int().nullable().meta({
      description:
        'New hooks with nearly the same words as another hook; null if the catalog is too large to compare in a preview',
    }),
    unknown_values: z.array(givenValueSchema).meta({
      description:
        'Values of the source that are not in the taxonomy, most frequent first; `PUT /operator/values` maps one',
    }),
    mapping: z.array(mappedFieldSchema),
    columns: z.array(z.string()).meta({ description: 'Columns of the first records of the file' }),
    samples: z
      .record(z.string(), z.array(z.string()).max(maxSamples))
      .meta({ description: 'The first values of each column' }),
    preset: text.meta({ description: 'The preset that was named or detected; null if columns are matched by name' }),
    is_detected: z.boolean().meta({ description: 'Whether the preset was detected from the columns' }),
    read_bytes: z.number().int().nullable().meta({
      description: 'Bytes at the start of the file that the preview covers; null for the whole file',
    }),
  })
  .meta({ id: 'ImportPreview', description: 'Preview of an import' });
export type Preview = z.infer<typeof previewSchema>;

/** Fields with a column in the file or a constant in the mapping. */
export function toMappedFields({ mapping, columns }: Binding): MappedField[] {
  const names = [...columns.keys()];
  return fields
    .map((field) => ({
      field,
      columns: (mapping.map[field] ?? []).filter((path) => hasColumn(names, path)),
      constant: mapping.set[field] ?? null,
    }))
    .filter((mapped) => mapped.columns.length > 0 || mapped.constant !== null);
}
