// Undoes an import: restores the former source records. Later changes by curators and other imports are kept.

import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { requestRelearning } from '../../catalog/labelling/training/actions.ts';
import { creatorsOf, prepareMedians, showOutliers } from '../../catalog/outliers/store.ts';
import { lockCatalog, nextVersion } from '../../catalog/store.ts';
import { openDatabase, type Trx } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import type { Observe } from '../../telemetry/events.ts';
import { countSent, skipUndelivered } from '../../webhooks/store-deliveries.ts';
import type { ImportRow } from '../imports/store.ts';
import { undoableMs } from '../publish/import-record.ts';
import { prepareTransaction } from '../publish/store-merge.ts';
import {
  countKept,
  lockImport,
  markUndone,
  pauseSource,
  restoreRecords,
  showRestored,
  type Undoable,
} from './store.ts';

type UndoContext = Omit<Context, 'db'> & { databaseUrl: string; observe: Observe; jobs: Pick<Jobs, 'send'> };

/**
 * Restores the import's changes that nothing changed since, as one version. Waits for a running publication, since both lock the catalog.
 * Uses its own connection, without the timeouts of requests.
 */
export async function undoImport(ctx: UndoContext, { id }: { id: string }): Promise<ImportUndo> {
  const { db, close } = openDatabase(ctx.databaseUrl, ctx.observe, { connections: 1 });
  try {
    return await commit({ ...ctx, db }, (trx, audit) => undo({ ...ctx, trx, audit }, id), 'catalog');
  } finally {
    await ctx.refresh?.sources();
    await close();
  }
}

type Undoing = { trx: Trx; audit: Audit; jobs: Pick<Jobs, 'send'> };

async function undo({ trx, audit, jobs }: Undoing, id: string): Promise<ImportUndo> {
  await prepareTransaction(trx);
  const current = await lockCatalog(trx);
  const now = new Date();
  const undone = requireUndoable(await lockImport(trx, id), id, now);
  const stamp = { now, version: current + 1 };
  const { changed, retired } = await showRestored(trx, await restoreRecords(trx, undone, now), stamp);
  await prepareMedians(trx, creatorsOf(stamp.version));
  await showOutliers(trx, stamp.version);
  const counts = { removed: retired, restored: changed, kept: await countKept(trx, undone, stamp.version) };
  const delivered = await countSent(trx, { importId: id });
  await skipUndelivered(trx, { importId: id }, now);
  const paused_source = await pauseSource(trx, undone, `Paused, since the import ${id} was undone.`);
  await markUndone(trx, id, now);
  if (changed + retired > 0) await requestRelearning(trx, { jobs });
  const catalog_version = changed + retired > 0 ? await nextVersion(trx) : current;
  await audit({ action: 'import.undone', subject: id, details: { ...counts, delivered } });
  return { catalog_version, ...counts, delivered, paused_source };
}

function requireUndoable(found: ImportRow | undefined, id: string, now: Date): Undoable {
  if (!found) fail('not_found', `There is no import ${id.slice(0, 40)}. GET /operator/imports lists them.`);
  const { state, undone_at, published_at } = found;
  if (state === 'running') fail('conflict', `${id} is still running. Undo it when it is done.`);
  if (state !== 'done') fail('conflict', `${id} published nothing, so there is nothing to undo.`);
  if (undone_at !== null)
    fail('conflict', `${id} was undone on ${undone_at.toISOString()}. Import the file again to bring its hooks back.`);
  if (published_at === null || published_at.getTime() + undoableMs < now.getTime())
    fail(
      'conflict',
      `${id} can no longer be undone: changes are logged for 30 days, and earlier versions of Hookline logged none. Retire its hooks instead.`,
    );
  return { ...found, published_at };
}

// Outcome of an undo for operators.

const count = z.number().int();

export const importUndoSchema = z
  .object({
    catalog_version: count,
    removed: count.meta({ description: 'Hooks removed from the catalog or the review queue' }),
    restored: count.meta({ description: 'Hooks restored to their former values, or to values of another source' }),
    kept: count.meta({
      description: 'Hooks left unchanged, since a later import of the source or a decision about views changed them',
    }),
    delivered: count.meta({ description: 'Webhook deliveries that contained its hooks. They cannot be recalled' }),
    paused_source: z.string().nullable().meta({
      description: 'Scheduled source of the import, if it was the newest run. It is paused; resume it to import again',
    }),
  })
  .meta({ id: 'ImportUndo', description: 'Outcome of the undo of an import' });
export type ImportUndo = z.infer<typeof importUndoSchema>;
