// Queries of imports: the log, one import, its rejected records.
import { z } from 'zod';
import { givenValueSchema, listGivenValues } from '../../catalog/unknown-values/unknown-values.ts';
import { type Database, takeCountedPage, takePage } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import {
  type ImportRecord,
  importReasonSchema,
  importRecordSchema,
  rankReasons,
  rejectCountSchema,
  rejectRecordSchema,
  reviewedSchema,
} from '../publish/import-record.ts';
import {
  countImports,
  countRejects,
  countReviewed,
  type ImportFilter,
  selectImports,
  selectPendingReasons,
  selectRejectPage,
  selectRejectReasons,
} from './store.ts';

export type ImportQueryDeps = { db: Database };

const next = z.string().nullable().meta({ description: 'Pass as `after` to get the next page; null on the last one' });

export const importPageSchema = z
  .object({ imports: z.array(importRecordSchema), total: z.number().int(), next })
  .meta({ id: 'ImportPage', description: 'A page of the import log' });
export type ImportPage = z.infer<typeof importPageSchema>;
export type ImportQuery = Pick<ImportFilter, 'source' | 'state'> & { limit?: number; after?: string };

/** Newest first. */
export async function findImports(db: Database, { limit = 100, after, ...filter }: ImportQuery): Promise<ImportPage> {
  const { rows, ...page } = await takeCountedPage(
    limit,
    (count) => selectImports(db, filter, { limit: count, after }),
    ({ id }) => id,
    countImports(db, filter),
  );
  return { imports: rows, ...page };
}

export const importDetailSchema = z
  .object({
    ...importRecordSchema.shape,
    rejects: z.array(rejectCountSchema).meta({ description: 'Rejected records so far, most frequent first' }),
    reasons: z.array(importReasonSchema).meta({
      description: 'Reasons for rejected records and hooks pending review, with examples; the ten most frequent',
    }),
    reviewed: reviewedSchema.nullable().meta({ description: 'null if it sent no hook to review' }),
    unknown_values: z.array(givenValueSchema).meta({
      description: 'Values of its source that are not in the taxonomy now, most frequent first',
    }),
  })
  .meta({ id: 'ImportDetail', description: 'An import, with the reasons for unpublished records' });
export type ImportDetail = z.infer<typeof importDetailSchema>;

export async function getImport({ db }: ImportQueryDeps, id: string): Promise<ImportDetail> {
  const found = await requireImport(db, id);
  const { report } = found;
  const [rejects, pending, rejected, reviewed, unknown_values] = await Promise.all([
    countRejects(db, id),
    selectPendingReasons(db, id),
    selectRejectReasons(db, id),
    report && report.pending > 0 ? countReviewed(db, id, report.catalog_version) : null,
    listGivenValues({ db }, { state: 'unknown', source: found.source }),
  ]);
  return { ...found, rejects, reasons: rankReasons([...pending, ...rejected]), reviewed, unknown_values };
}

async function requireImport(db: Database, id: string): Promise<ImportRecord> {
  const [found] = await selectImports(db, { id }, { limit: 1 });
  return found ?? fail('not_found', `There is no import ${id.slice(0, 40)}. GET /operator/imports lists them.`);
}

export const rejectPageSchema = z
  .object({
    rejects: z.array(rejectRecordSchema),
    counts: z.array(rejectCountSchema).meta({ description: 'Counts over all pages' }),
    next,
  })
  .meta({ id: 'RejectPage', description: 'A page of rejected records' });
export type RejectPage = z.infer<typeof rejectPageSchema>;

/** Rejected records in file order. */
export async function findRejects(
  { db }: ImportQueryDeps,
  { id, limit = 50, after = 0 }: { id: string; limit?: number; after?: number },
): Promise<RejectPage> {
  await requireImport(db, id);
  const [counts, { rows: rejects, next }] = await Promise.all([
    countRejects(db, id),
    takePage(
      limit,
      (count) => selectRejectPage(db, id, { limit: count, after }),
      ({ n }) => String(n),
    ),
  ]);
  return { rejects, counts, next };
}
