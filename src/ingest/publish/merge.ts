// Merges the staged records into the catalog: decides what each means, logs what is about to change, and changes it.
import { analyzeHooks, confirmHooks, countWork, logChanges, type Work } from './store-changes.ts';
import { decide, type MergeTrx, type ViewLimits } from './store-decide.ts';
import { updateHolders } from './store-holders.ts';
import { addHooks, adoptVideos, insertHistory, restoreHooks, type Stamp, updateHooks } from './store-merge.ts';

/** `changed` is 0 if no hook was added or changed. */
export type Merged = Work & { changed: number };

/** After so many new hooks the statistics are wrong, and the next import may come before the database corrects them. */
const manyHooks = 5_000;

/** Within a transaction that holds the lock of the catalog. */
export async function mergeStaged(
  trx: MergeTrx,
  stamp: Stamp & { isSample: boolean },
  limits: ViewLimits,
): Promise<Merged> {
  await decide(trx, { source: stamp.source, now: stamp.now, limits });
  const work = await countWork(trx);
  if (work.logged > 0) await logChanges(trx, stamp);
  await confirmHooks(trx, stamp);
  const added = work.adding > 0 ? await addHooks(trx, stamp) : 0;
  if (work.adding >= manyHooks) await analyzeHooks(trx);
  const changed = work.changing + work.moving > 0 ? await changeHooks(trx, stamp) : 0;
  return { ...work, changed: added + changed };
}

async function changeHooks(trx: MergeTrx, stamp: Stamp): Promise<number> {
  await adoptVideos(trx);
  await insertHistory(trx, stamp);
  const shown = await updateHolders(trx, stamp);
  return shown + (await updateHooks(trx, stamp)) + (await restoreHooks(trx, stamp));
}
