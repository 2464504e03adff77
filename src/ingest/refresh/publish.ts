// Publishes what refreshes found, as few catalog versions, each in one short transaction.
import { lockCatalog, nextVersion } from '../../catalog/store.ts';
import type { Database } from '../../db/database.ts';
import {
  clearFound,
  collectFound,
  type FoundRules,
  type FoundWork,
  insertHeld,
  insertRefreshedHistory,
  updateRefreshed,
} from './store-publish.ts';

/** Of one version. Its transaction takes about a second, in which imports wait. */
const hooksPerVersion = 5_000;

/** Everything that was found, by this run or by one that was interrupted. Each version is committed with its history, or nothing is. */
export async function publishFound(db: Database, rules: FoundRules): Promise<FoundWork> {
  const sum = { found: 0, changed: 0, moved: 0, held: 0 };
  for (;;) {
    const work = await publishSome(db, rules);
    sum.found += work.found;
    sum.changed += work.changed;
    sum.moved += work.moved;
    sum.held += work.held;
    if (work.found < hooksPerVersion) return sum;
  }
}

async function publishSome(db: Database, rules: FoundRules): Promise<FoundWork> {
  return db.transaction().execute(async (trx) => {
    await lockCatalog(trx);
    const work = await collectFound(trx, hooksPerVersion, rules);
    const now = new Date();
    if (work.moved > 0) await insertRefreshedHistory(trx);
    if (work.changed > 0) await updateRefreshed(trx, { now, version: await nextVersion(trx) });
    if (work.held > 0) await insertHeld(trx, now);
    if (work.found > 0) await clearFound(trx);
    return work;
  });
}
