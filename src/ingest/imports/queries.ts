// What the operator looks up of imports: the log, one import, what it rejected and why. Nothing is changed here.

import type { Database } from '../../db/database.ts';
import { takePage } from '../../db/page.ts';
import { fail } from '../../lib/errors.ts';
import {
  countImports,
  countRejects,
  type ImportFilter,
  type ImportRecord,
  type RejectCount,
  type RejectRecord,
  selectImports,
  selectRejectPage,
} from './store.ts';

export type ImportQueryDeps = { db: Database };

export type ImportPage = { imports: ImportRecord[]; total: number; next: string | null };
export type ImportQuery = Pick<ImportFilter, 'source' | 'state'> & { limit?: number; after?: string };

/** The newest first. */
export async function findImports(db: Database, { limit = 100, after, ...filter }: ImportQuery): Promise<ImportPage> {
  const [{ rows: imports, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectImports(db, filter, { limit: count, after }),
      ({ id }) => id,
    ),
    countImports(db, filter),
  ]);
  return { imports, total, next };
}

export type ImportDetail = ImportRecord & {
  /** Of what was rejected up to now, the most frequent first. */
  rejects: RejectCount[];
};

export async function getImport({ db }: ImportQueryDeps, id: string): Promise<ImportDetail> {
  const [found] = await selectImports(db, { id }, { limit: 1 });
  if (!found) fail('not_found', `There is no import ${id.slice(0, 40)}. GET /operator/imports lists them.`);
  return { ...found, rejects: await countRejects(db, id) };
}

export type RejectPage = {
  rejects: RejectRecord[];
  /** Of all pages, by reason. */
  counts: RejectCount[];
  /** Pass as `after`; null at the end. */
  next: string | null;
};

/** In the order of the file. */
export async function findRejects(
  deps: ImportQueryDeps,
  id: string,
  { limit = 50, after = 0 }: { limit?: number; after?: number },
): Promise<RejectPage> {
  const [{ rejects: counts }, { rows: rejects, next }] = await Promise.all([
    getImport(deps, id),
    takePage(
      limit,
      (count) => selectRejectPage(deps.db, id, { limit: count, after }),
      ({ n }) => String(n),
    ),
  ]);
  return { rejects, counts, next };
}
