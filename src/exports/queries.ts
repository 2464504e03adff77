// Reads exports: those of an account for its clients, those of all accounts for the operator.
import { z } from 'zod';
import { selectAccountNames } from '../accounts/store-queries.ts';
import type { Database } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import { fail } from '../lib/errors.ts';
import { type Export, exportSchema } from './export.ts';
import { countExports, type ExportPage, findExport, selectExports } from './store.ts';

export const exportOverviewSchema = z
  .object({ ...exportSchema.shape, account_id: z.string(), account_name: z.string() })
  .meta({ id: 'ExportOverview', description: 'An export and its account' });
export type ExportOverview = z.infer<typeof exportOverviewSchema>;
export const exportOverviewPageSchema = z
  .object({ exports: z.array(exportOverviewSchema), next: z.string().nullable() })
  .meta({ id: 'ExportOverviewPage', description: 'A page of exports' });
export type ExportOverviewPage = z.infer<typeof exportOverviewPageSchema>;
export type ExportQuery = { account?: string; status?: ExportPage['status']; limit?: number; after?: string };

/** Throws `not_found` for an export of another account. */
export async function getExport(db: Database, id: string, accountId?: string): Promise<Export> {
  return (await findExport(db, id, accountId)) ?? fail('not_found', 'Export not found. GET /exports lists yours.');
}

/** The newest first. `after` is the id of the last export of the previous page. */
export async function listExports(
  db: Database,
  accountId: string,
  { limit = 20, after }: { limit?: number; after?: string },
): Promise<{ exports: Export[]; total: number; next: string | null }> {
  if (after !== undefined && !(await findExport(db, after, accountId)))
    fail(
      'invalid_cursor',
      'Unknown cursor. Use `next_cursor` of GET /exports, or leave it out to start at the first page.',
    );
  const [{ rows, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectExports(db, { accountId, limit: count, after }),
      ({ export_id }) => export_id,
    ),
    countExports(db, accountId),
  ]);
  return { exports: rows.map(({ account_id, ...one }) => one), total, next };
}

/** The newest first. */
export async function findExports(
  db: Database,
  { account, limit = 50, ...page }: ExportQuery,
): Promise<ExportOverviewPage> {
  const { rows, next } = await takePage(
    limit,
    (count) => selectExports(db, { ...page, accountId: account, limit: count }),
    ({ export_id }) => export_id,
  );
  return { exports: await withAccountNames(db, rows), next };
}

export async function getExportOverview(db: Database, id: string): Promise<ExportOverview> {
  const [found] = await withAccountNames(db, await selectExports(db, { id, limit: 1 }));
  return found ?? fail('not_found', 'Export not found. GET /operator/exports lists them.');
}

async function withAccountNames(
  db: Database,
  exports: readonly (Export & { account_id: string })[],
): Promise<ExportOverview[]> {
  const names = await selectAccountNames(db, [...new Set(exports.map(({ account_id }) => account_id))]);
  return exports.map((one) => ({ ...one, account_name: names.get(one.account_id) ?? '' }));
}
