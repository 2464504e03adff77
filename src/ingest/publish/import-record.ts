// An import in the log: its report, its progress while it runs, and the records it rejected.
import { z } from 'zod';
import { reviewReasons } from '../../db/tables/review-reasons.ts';

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
    // Reports from before these counts do not have them.
    held: count.optional().meta({ description: 'View counts held because they rise implausibly fast' }),
    rejects_kept: count.optional().meta({ description: 'Rejected records that are stored; the rest is only counted' }),
    shared_ids: count.optional().meta({
      description: 'Records without a video that share an id with records of other texts; absent without any',
    }),
    unread_dates: z.object({ count, first: z.string() }).optional().meta({
      description: 'Records with a date that could not be read, and the first such value; absent without any',
    }),
    guessed: z.object({ published: count, right: z.number() }).optional().meta({
      description:
        'New hooks that are published with guessed labels, and the share of these labels that is expected to be right, by their confidences; absent without any',
    }),
  })
  .meta({ id: 'ImportReport', description: 'Import counts, in records' });
export type ImportReport = z.infer<typeof importReportSchema>;

export const reviewedSchema = z
  .object({ waiting: count, published: count, rejected: count })
  .meta({ id: 'ImportReviewed', description: 'Outcomes of hooks sent to review' });
export type Reviewed = z.infer<typeof reviewedSchema>;

const progressSchema = z
  .object({ phase: z.enum(['collecting', 'reading', 'publishing']), read: count, rejected: count, bytes: count })
  .meta({ id: 'ImportProgress', description: 'Import progress' });
export type Progress = z.infer<typeof progressSchema>;

export const importRecordSchema = z
  .object({
    id: z.string(),
    filename: z.string(),
    source: z.string(),
    source_id: z.string().nullable().meta({ description: 'Source of the run; null for a manual import' }),
    state: z.enum(['running', 'done', 'unchanged', 'failed']),
    report: importReportSchema.nullable(),
    error: z.string().nullable(),
    progress: progressSchema.nullable().meta({ description: 'Progress of a running import, at most some seconds old' }),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    usage: z.record(z.string(), z.number().int()).nullable().meta({
      description: 'API units that the run used, such as `{"youtube": 12}`; null if it collected nothing',
    }),
    undone_at: z.iso.datetime().nullable(),
    undo_until: z.iso.datetime().nullable().meta({ description: 'Deadline for an undo; null if it cannot be undone' }),
  })
  .meta({ id: 'ImportRecord', description: 'An import in the log' });
export type ImportRecord = z.infer<typeof importRecordSchema>;

/** Retention of the log that undos need. */
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
    reason: z.string().meta({ description: 'Reason without the numbers and quotes of a single record' }),
    count,
  })
  .meta({ id: 'RejectCount', description: 'Rejected records by field and reason' });
export type RejectCount = z.infer<typeof rejectCountSchema>;

// Why records of an import are not published: the most frequent reasons, with examples.

export const importReasonSchema = z
  .object({
    result: z.enum(['pending', 'rejected']).meta({ description: '`pending`: the hook is pending review' }),
    reason: z.string().meta({
      description: `One of ${reviewReasons.join(', ')}; for rejected records, a sentence without the numbers of a single record`,
    }),
    count: z.number().int(),
    examples: z.array(
      z.object({
        line: z.number().int().nullable().meta({ description: 'Null if it is no longer known' }),
        text: z.string().meta({ description: 'Text of the hook, or the beginning of the rejected record' }),
      }),
    ),
  })
  .meta({ id: 'ImportReason', description: 'A reason why records are not published, with up to three examples' });
export type ImportReason = z.infer<typeof importReasonSchema>;

export const maxReasons = 10;
export const maxExamples = 3;
const maxExcerptLength = 200;

/** Returns the most frequent reasons. */
export function rankReasons(reasons: readonly ImportReason[]): ImportReason[] {
  return reasons.toSorted((one, other) => other.count - one.count).slice(0, maxReasons);
}

/** The values of a rejected record, without its column names. */
export function excerptOf(value: unknown): string {
  const isNested = typeof value === 'object' && value !== null;
  const values = isNested
    ? Object.values(value).filter((one) => typeof one === 'string' || typeof one === 'number')
    : [];
  const text = typeof value === 'string' ? value : values.join(' · ') || (isNested ? JSON.stringify(value) : '');
  return text.slice(0, maxExcerptLength).toWellFormed();
}
