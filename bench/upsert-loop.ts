// Baselines for imports: the usual upsert loop (a CSV parser, batches of a thousand rows, unnest) into a table with the columns and
// indexes of `hooks`, and COPY of the file as the lower bound.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { columns, type Row } from './catalog-file.ts';

const batchSize = 1000;

/** Seconds in total, and those spent in the database. */
export type LoopTime = { seconds: number; databaseSeconds: number };

/** Runs `work` on the database of `dataDir` with the schema of the service, which must not be running. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbedded(dataDir);
  await migrateDatabase(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Seconds of COPY through pg into a table with the file's columns, a primary key and a unique text. */
export async function timeCopy(client: pg.Client, file: string): Promise<number> {
  await client.query(`create table bench_copy (id bigint generated always as identity primary key, text text not null unique,
    views bigint not null, platform text, archetype text, emotional_trigger text, niche text, format text, language text,
    creator text, published_at timestamptz, likes bigint, comments bigint, shares bigint, duration_seconds double precision)`);
  const startedAt = performance.now();
  const statement = `copy bench_copy (${columns.join()}) from stdin (format csv, header)`;
  await pipeline(createReadStream(file), client.query(copyFrom(statement)));
  const seconds = (performance.now() - startedAt) / 1000;
  await client.query('drop table bench_copy');
  return seconds;
}

/** Upserts every row of `file` into a temporary table. */
export async function timeUpsertLoop(client: pg.Client, file: string): Promise<LoopTime> {
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
on conflict (text_key) where video_key is null and source_id is null and merged_into is null
  do update set views = greatest(bench_hooks.views, excluded.views), updated_at = now()`;

function parameters(batch: readonly Row[]): unknown[] {
  const names = [
    ...(['text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche', 'format', 'language'] as const),
    ...(['creator', 'published_at', 'likes', 'comments', 'shares', 'duration_seconds'] as const),
  ];
  const columns: unknown[] = names.map((name) => batch.map((row) => row[name]));
  return [...columns, batch.map(({ text }) => String(text).split(' ').length)];
}
