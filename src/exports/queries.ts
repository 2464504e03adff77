// Exports of all accounts, for the operator. Nothing is changed here.

import { z } from 'zod';
import { selectAccountNames } from '../accounts/store-queries.ts';
import type { Database } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import { fail } from '../lib/errors.ts';
import { type Export, exportSchema } from './export.ts';
import { type ExportPage, selectExports } from './store.ts';

export const exportOverviewSchema = z
  .object({ ...exportSchema.shape, account_id: z.string(), account_name: z.string() })
  .meta({ id: 'ExportOverview', description: 'An export and its account' });
export type ExportOverview = z.infer<typeof exportOverviewSchema>;
export const exportOverviewPageSchema = z
  .object({ exports: z.array(exportOverviewSchema), next: z.string().nullable() })
  .meta({ id: 'ExportOverviewPage', description: 'A page of exports' });
export type ExportOverviewPage = z.infer<typeof exportOverviewPageSchema>;
export type ExportQuery = { account?: string; status?: ExportPage['status']; limit?: number; after?: string };

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
  return { exports: await named(db, rows), next };
}

export async function getExportOverview(db: Database, id: string): Promise<ExportOverview> {
  const [found] = await named(db, await selectExports(db, { id, limit: 1 }));
  return found ?? fail('not_found', 'There is no such export. GET /operator/exports lists them.');
}

async function named(db: Database, exports: readonly (Export & { account_id: string })[]): Promise<ExportOverview[]> {
  const names = await selectAccountNames(db, [...new Set(exports.map(({ account_id }) => account_id))]);
  return exports.map((one) => ({ ...one, account_name: names.get(one.account_id) ?? '' }));
}
