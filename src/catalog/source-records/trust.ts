// Trust in sources: if several have one video, the most trusted is shown.
import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Database, Trx } from '../../db/database.ts';
import { nextVersion } from '../store.ts';
import { selectTrusts, sharedHooks, showRecords, upsertTrust } from './store.ts';

const level = z
  .int({ error: '`trust` must be an integer from 0 to 9.' })
  .min(0, '`trust` must be an integer from 0 to 9.')
  .max(9, '`trust` must be an integer from 0 to 9.')
  .meta({ description: '0 to 9; sources have 5 until it is set' });

export const trustInput = z.strictObject({ source: z.string().min(1).max(200), trust: level });

export const sourceTrustSchema = z.object({ source: z.string(), trust: level, hooks: z.number().int() }).meta({
  id: 'SourceTrust',
  description: 'Trust in the records of a source, and the number of hooks it added',
});
export type SourceTrust = z.infer<typeof sourceTrustSchema>;

/** Returns all sources of hooks, the most trusted first. */
export function listTrusts(db: Database): Promise<SourceTrust[]> {
  return selectTrusts(db);
}

/** Hooks that the source shares with others then show the record of the most trusted source. */
export async function setTrust(
  ctx: Context,
  { source, trust }: z.infer<typeof trustInput>,
): Promise<{ source: string; trust: number; changed: number }> {
  const change = async (trx: Trx, audit: Audit) => {
    const version = await nextVersion(trx);
    await upsertTrust(trx, { source, trust });
    const { changed } = await showRecords(trx, sharedHooks(source), { now: new Date(), version });
    await audit({ action: 'source.trusted', subject: source, details: { trust } });
    return { source, trust, changed };
  };
  return commit(ctx, change, 'catalog');
}
