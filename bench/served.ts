// Measures how soon a change is served: from the commit of 100 changed hooks, and from the request of an import of one record.
import { setTimeout as pause } from 'node:timers/promises';
import { nextVersion } from '../src/catalog/store.ts';
import { openDatabase } from '../src/db/database.ts';
import { embeddedUrl } from '../src/db/embedded/server.ts';
import { type Hookline, importTexts } from './hookline.ts';
import { median } from './report.ts';

/** Median seconds from a commit of 100 changed hooks until they are served. */
export async function measureCommit({ url, dataDir }: Hookline, rounds: number): Promise<number> {
  const database = openDatabase(embeddedUrl(dataDir), () => {});
  const seconds: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const version = await database.db.transaction().execute(async (trx) => {
        const next = await nextVersion(trx);
        const some = trx.selectFrom('hooks').select('id').where('state', '=', 'published').limit(100);
        await trx
          .updateTable('hooks')
          .set(({ eb }) => ({ version: next, updated_at: new Date(), views: eb('views', '+', 1_000_000) }))
          .where('id', 'in', some)
          .execute();
        return next;
      });
      seconds.push(await secondsUntilServed(url, version, performance.now()));
    }
  } finally {
    await database.close();
  }
  return median(seconds);
}

let records = 0;

/** Median seconds from the request of an import of one record until it is served. The first round, which starts threads, is left out. */
export async function measureOneRecord(hookline: Hookline, rounds: number): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    const report = await importTexts(hookline, [`What nobody tells you about bench number ${++records}`]);
    seconds.push(await secondsUntilServed(hookline.url, Number(report.catalog_version), startedAt));
  }
  return median(seconds.slice(1));
}

/** Resolves when the responding process serves that version or a newer one. */
async function secondsUntilServed(url: string, version: number, startedAt: number): Promise<number> {
  for (;;) {
    const response = await fetch(`${url}/health/ready`);
    const { catalog_version: served } = (await response.json()) as { catalog_version: number };
    if (served >= version) return (performance.now() - startedAt) / 1000;
    await pause(2);
  }
}
