// An import in the log: its report, its progress while it runs, and the records it rejected.
import { z } from 'zod';

const count = z.number().int();

export const importReportSchema = z
  .object({
    read: count,
    added: count,
    updated: count,
    unchanged: count,
    duplicates: count,
    rejected: count,
    pending: count,
    retired: count,
    catalog_version: count,
    // Reports from before these were counted do not have them.
    held: count
      .optional()
      .meta({ description: 'View counts that wait for a decision, since no video grows that fast' }),
    rejects_kept: count.optional().meta({ description: 'Rejected records that are stored; the rest is only counted' }),
  })
  .meta({ id: 'ImportReport', description: 'What an import did, in records' });
export type ImportReport = z.infer<typeof importReportSchema>;

const progressSchema = z
  .object({ phase: z.enum(['collecting', 'reading', 'publishing']), read: count, rejected: count, bytes: count })
  .meta({ id: 'ImportProgress', description: 'How far an import has come' });
export type Progress = z.infer<typeof progressSchema>;

export const importRecordSchema = z
  .object({
    id: z.string(),
    filename: z.string(),
    source: z.string(),
    source_id: z.string().nullable().meta({ description: 'The source whose run it was; null if imported by hand' }),
    state: z.enum(['running', 'done', 'unchanged', 'failed']),
    report: importReportSchema.nullable(),
    error: z.string().nullable(),
    progress: progressSchema.nullable().meta({ description: 'While it runs; at most some seconds old' }),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    usage: z.record(z.string(), z.number().int()).nullable().meta({
      description: 'Units of APIs that the run took, such as `{"youtube": 12}`; null if it collected nothing',
    }),
    undone_at: z.iso.datetime().nullable(),
    undo_until: z.iso.datetime().nullable().meta({ description: 'Until then it can be undone; null if it cannot' }),
  })
  .meta({ id: 'ImportRecord', description: 'An import in the log' });
export type ImportRecord = z.infer<typeof importRecordSchema>;

/** How long the log is kept that an undo needs. */
export const undoableMs = 30 * 24 * 3_600_000;

export const rejectRecordSchema = z
  .object({
    n: count,
    file: z.string(),
    line: count,
    field: z.string().nullable().meta({
      description: '`file` if the whole file was rejected; null if the record could not be read',
    }),
    reason: z.string(),
    value: z.unknown().meta({ description: 'The record, as far as it could be read' }),
  })
  .meta({ id: 'RejectRecord', description: 'A record that an import rejected' });
export type RejectRecord = z.infer<typeof rejectRecordSchema>;

export const rejectCountSchema = z
  .object({
    field: z.string().nullable(),
    reason: z.string().meta({ description: 'Without the figures and quotes of the single record' }),
    count,
  })
  .meta({ id: 'RejectCount', description: 'Rejected records by field and reason' });
export type RejectCount = z.infer<typeof rejectCountSchema>;
