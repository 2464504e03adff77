// What the catalog takes in memory: the buffers that a process holds of it, the word index told apart.
import { openLiveCatalog } from '../src/catalog/live.ts';
import { openDatabase } from '../src/db/database.ts';
import { startEmbedded } from '../src/db/embedded.ts';

/** Bytes. `jsonLines` is what the same hooks take as a file, a line each. */
export type CatalogMemory = { catalog: number; words: number; jsonLines: number };

/** The service of `dataDir` must not be running. */
export async function measureMemory(dataDir: string): Promise<CatalogMemory> {
  const server = await startEmbedded(dataDir);
  try {
    const database = await openDatabase(server.url, () => {});
    const live = await openLiveCatalog(server.url, database.db, () => {});
    const { snapshot, cache } = live.current();
    const { words, columns, ...rest } = snapshot;
    const catalog = bytesOf(rest, ...Object.values(columns), cache);
    await live.close();
    await database.close();
    return { catalog, words: bytesOf(words), jsonLines: snapshot.records.length };
  } finally {
    await server.stop();
  }
}

function bytesOf(...parts: readonly object[]): number {
  const buffers = parts.flatMap((part) => Object.values(part)).filter(ArrayBuffer.isView);
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
