// What a team would write instead of the importer: a well-kept CSV parser, then batches of a thousand rows through unnest and
// an upsert, into a table with the columns and indexes of the real one.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import pg from 'pg';
import { openDatabase } from '../src/db/database.ts';
import { startEmbedded } from '../src/db/embedded.ts';
import type { Row } from './catalog-file.ts';

const batchSize = 1000;

/** Seconds in all, and those of them that the database took. */
export type LoopTime = { seconds: number; databaseSeconds: number };

/** Takes every row of `file`. The table is gone afterwards. */
export async function timeUpsertLoop(dataDir: string, file: string): Promise<LoopTime> {
  const server = await startEmbedded(dataDir);
  const database = await openDatabase(server.url, () => {});
  await database.close();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('create table bench_hooks (like hooks including all)');
    let databaseMs = 0;
    const beganAt = performance.now();
    let batch: Row[] = [];
    const flush = async () => {
      const startedAt = performance.now();
      await client.query(upsert, parameters(batch));
      databaseMs += performance.now() - startedAt;
      batch = [];
    };
    for await (const row of createReadStream(file).pipe(parse({ columns: true, cast: (cell) => cell || null }))) {
      batch.push(row as Row);
      if (batch.length === batchSize) await flush();
    }
    if (batch.length > 0) await flush();
    return { seconds: (performance.now() - beganAt) / 1000, databaseSeconds: databaseMs / 1000 };
  } finally {
    await client.query('drop table if exists bench_hooks');
    await client.end();
    await server.stop();
  }
}

const upsert = `
insert into bench_hooks (state, text, text_key, source, views, platform, archetype, emotional_trigger, niche, format, language,
  creator, published_at, likes, comments, shares, duration_seconds, word_count, label_method, label_confidence, sample,
  added_at, updated_at, version)
select 'published', text, lower(text), 'bench', views, platform, archetype, emotional_trigger, niche, format, language, creator,
  published_at, likes, comments, shares, duration_seconds, word_count, 'given', 1, false, now(), now(), 1
from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::timestamptz[], $11::bigint[], $12::bigint[], $13::bigint[], $14::double precision[], $15::int[])
  as t (text, views, platform, archetype, emotional_trigger, niche, format, language, creator, published_at, likes, comments,
    shares, duration_seconds, word_count)
on conflict (text_key) do update set views = greatest(bench_hooks.views, excluded.views), updated_at = now()`;

function parameters(batch: readonly Row[]): unknown[] {
  const names = [
    ...(['text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche', 'format', 'language'] as const),
    ...(['creator', 'published_at', 'likes', 'comments', 'shares', 'duration_seconds'] as const),
  ];
  const columns: unknown[] = names.map((name) => batch.map((row) => row[name]));
  return [...columns, batch.map(({ text }) => String(text).split(' ').length)];
}
