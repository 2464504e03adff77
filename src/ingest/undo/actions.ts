// Undoes an import: the catalog is as if it had not been, as one version. What curators and other imports did since stays.

import { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import { nextVersion } from '../../catalog/store.ts';
import type { Limits } from '../../config/limits.ts';
import { openDatabase, type Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import type { Observe } from '../../telemetry/events.ts';
import { countSent, skipUnsent } from '../../webhooks/store-deliveries.ts';
import type { ImportRow } from '../imports/store.ts';
import { undoableMs } from '../publish/import-record.ts';
import { lockCatalog, prepareTransaction } from '../publish/store-changes.ts';
import type { MergeTrx } from '../publish/store-decide.ts';
import { reapplyRefreshed } from '../refresh/store.ts';
import {
  collectScope,
  countOutcome,
  dropUndoTables,
  forgetCrossings,
  hasVersion,
  keepStates,
  lockImport,
  markUndone,
  pauseSource,
  restoreRows,
  stampChanges,
  type Undoable,
} from './store.ts';
import { replayLater } from './store-replay.ts';

export type UndoDeps = Omit<Acting, 'db'> & {
  databaseUrl: string;
  config: { limits: Pick<Limits, 'viewJumpFactor' | 'viewJumpPerDay'> };
  observe: Observe;
};

/**
 * Restores what the import changed from its log, retires what it added, and publishes what later imports said of these hooks again.
 * Waits for a running publication, since both lock the catalog. On its own connection, without the timeouts of requests.
 */
export async function undoImport(deps: UndoDeps, id: string): Promise<ImportUndo> {
  const { db, close } = openDatabase(deps.databaseUrl, deps.observe, { connections: 1 });
  try {
    return await commit({ db, refresh: deps.refresh }, 'catalog', (trx) => undo(trx, deps, id));
  } finally {
    await deps.refresh?.sources();
    await close();
  }
}

async function undo(trx: Trx, { actor, config: { limits } }: UndoDeps, id: string): Promise<ImportUndo> {
  const mergeTrx: MergeTrx = trx.withTables();
  await prepareTransaction(mergeTrx);
  const version = (await lockCatalog(mergeTrx)) + 1;
  const now = new Date();
  const undone = requireUndoable(await lockImport(trx, id), id, now);
  await collectScope(trx, undone);
  await restoreRows(trx, undone, { now, version });
  await replayLater(trx, { since: undone.published_at, version, limits });
  await reapplyRefreshed(trx, { now, version });
  await keepStates(trx, undone.published_at);
  await stampChanges(trx, version);
  await forgetCrossings(trx);
  const counts = await countOutcome(trx);
  const delivered = await countSent(trx, { importId: id });
  await skipUnsent(trx, { importId: id }, now);
  const paused_source = await pauseSource(trx, undone, `Paused, since the import ${id} was undone.`);
  await dropUndoTables(trx);
  await markUndone(trx, id, now);
  const catalog_version = (await hasVersion(trx, version)) ? await nextVersion(trx) : version - 1;
  await writeAudit(trx, actor, { action: 'import.undone', subject: id, details: { ...counts, delivered } });
  return { catalog_version, ...counts, delivered, paused_source };
}

function requireUndoable(found: ImportRow | undefined, id: string, now: Date): Undoable {
  if (!found) fail('not_found', `There is no import ${id.slice(0, 40)}. GET /operator/imports lists them.`);
  const { state, undone_at, published_at, finished_at } = found;
  if (state === 'running') fail('conflict', `${id} is still running. Undo it when it is done.`);
  if (state !== 'done' || finished_at === null)
    fail('conflict', `${id} published nothing, so there is nothing to undo.`);
  if (undone_at !== null)
    fail('conflict', `${id} was undone on ${undone_at.toISOString()}. Import the file again to bring its hooks back.`);
  if (published_at === null || published_at.getTime() + undoableMs < now.getTime())
    fail(
      'conflict',
      `${id} can no longer be undone: changes are logged for 30 days, and earlier versions of Hookline logged none. Retire its hooks instead.`,
    );
  return { ...found, published_at, finished_at };
}

// The outcome of an undo, as operators get it.

const count = z.number().int();

export const importUndoSchema = z
  .object({
    catalog_version: count,
    removed: count.meta({ description: 'Hooks that left the catalog or the review queue' }),
    restored: count.meta({ description: 'Hooks that are again as they were, or as other imports have them' }),
    kept: count.meta({ description: 'Hooks that stay as they are, since a later import has the same' }),
    delivered: count.meta({ description: 'Webhook deliveries that had carried its hooks. They are not taken back' }),
    paused_source: z
      .string()
      .nullable()
      .meta({ description: 'The scheduled source whose newest run it was. It is paused; resume it to import again' }),
  })
  .meta({ id: 'ImportUndo', description: 'What the undo of an import did' });
export type ImportUndo = z.infer<typeof importUndoSchema>;
