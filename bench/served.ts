// Measures how soon a change is served: from the commit of 100 changed hooks, and from the request of an import of one record.
import { nextVersion } from '../src/catalog/store.ts';
import { openDatabase } from '../src/db/database.ts';
import { embeddedUrl } from '../src/db/embedded/server.ts';
import type { Hookline } from './hookline.ts';
import { median } from './report.ts';

/** Median seconds from a commit of 100 changed hooks until they are served. */
export async function measureCommitToServed(hookline: Hookline, rounds: number): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) seconds.push(await publishChanges(hookline));
  return median(seconds);
}

/** Seconds from the commit until it is served. */
export async function publishChanges({ url, dataDir }: Hookline): Promise<number> {
  const database = openDatabase(embeddedUrl(dataDir), () => {});
  try {
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
    const startedAt = performance.now();
    await untilServed(url, version);
    return (performance.now() - startedAt) / 1000;
  } finally {
    await database.close();
  }
}

const labels = {
  archetype: 'question',
  emotional_trigger: 'curiosity',
  format: 'vlog',
  language: 'en',
  niche: 'finance',
};

let records = 0;

/** Median seconds from the request of an import of one record until it is served. The first round, which starts threads, is left out. */
export async function measureOneRecord(hookline: Hookline, rounds: number): Promise<number> {
  const { url, operatorKey } = hookline;
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const text = `What nobody tells you about bench number ${++records}`;
    const startedAt = performance.now();
    const response = await fetch(`${url}/operator/import?preset=hookline&format=jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' },
      body: JSON.stringify({ text, views: 150_000, platform: 'TikTok', ...labels }),
    });
    const lastLine = (await response.text()).trim().split('\n').at(-1) ?? '';
    const { report } = JSON.parse(lastLine);
    if (report?.added !== 1) throw new Error(`The import did not add a hook: ${lastLine}`);
    await untilServed(url, report.catalog_version);
    seconds.push((performance.now() - startedAt) / 1000);
  }
  return median(seconds.slice(1));
}

/** Resolves when the process that answers serves that version or a newer one. */
export async function untilServed(url: string, version: number): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/health/ready`);
    const { catalog_version: served } = (await response.json()) as { catalog_version: number };
    if (served >= version) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
