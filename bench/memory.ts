// Measures the memory of the catalog and of its word index, and the time from a small publication until it is served.
import { type LiveCatalog, openLiveCatalog } from '../src/catalog/snapshot/live-catalog.ts';
import { nextVersion } from '../src/catalog/store.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { median } from './report.ts';

/** Bytes; `jsonLines` is the size of the same hooks as a JSON Lines file. `servedSeconds` is from the commit of 100 changed hooks. */
export type CatalogMemory = { catalog: number; words: number; jsonLines: number; servedSeconds: number };

/** The service of `dataDir` must not be running. */
export async function measureMemory(dataDir: string): Promise<CatalogMemory> {
  const server = await startEmbedded(dataDir);
  try {
    const database = await openDatabase(server.url, () => {});
    const live = await openLiveCatalog(server.url, database.db, () => {});
    const { snapshot, cache } = live.current();
    const { words, columns, retired, rises, activity, ...rows } = snapshot;
    const labels = Object.values(columns);
    const catalog = bytesOf(rows, words, ...labels, retired, rises, activity, activity.growth, cache);
    const jsonLines = snapshot.records.length;
    const seconds: number[] = [];
    for (let round = 0; round < 5; round++) seconds.push(await timePublication(database.db, live));
    await live.close();
    await database.close();
    return { catalog, words: bytesOf(words), jsonLines, servedSeconds: median(seconds) };
  } finally {
    await server.stop();
  }
}

async function timePublication(db: Database, live: LiveCatalog): Promise<number> {
  await db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const some = trx.selectFrom('hooks').select('id').where('state', '=', 'published').limit(100);
    await trx
      .updateTable('hooks')
      .set(({ eb }) => ({ version, updated_at: new Date(), views: eb('views', '+', 1_000_000) }))
      .where('id', 'in', some)
      .execute();
  });
  const startedAt = performance.now();
  await live.refresh();
  return (performance.now() - startedAt) / 1000;
}

function bytesOf(...parts: readonly object[]): number {
  const buffers = parts.flatMap((part) => Object.values(part)).filter(ArrayBuffer.isView);
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
