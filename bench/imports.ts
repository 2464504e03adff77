// Measures the import of generated hooks by the CLI, compared with the usual loop (a CSV parser, batches of a thousand rows, an upsert through
// unnest into a table with the columns and indexes of `hooks`), and with COPY of the same file as the lower bound.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrateDatabase } from '../src/db/migrations.ts';
import { type CatalogFile, columns, fillCatalog, type Row, writeCsv } from './catalog.ts';
import { residentBytes } from './processes.ts';
import { atMost, figure, markdown, megabytes, type PartResult, times } from './report.ts';

/** Leaves `count` published hooks in `dataDir`, which must be new. */
export async function measureImports(dataDir: string, count: number): Promise<PartResult> {
  const catalog = { file: join(dataDir, 'hooks.csv'), count };
  await writeCsv(catalog);
  const loops = await timeLoops(dataDir, catalog);
  let [seconds, memory] = [0, 0];
  await fillCatalog(dataDir, catalog, async ({ pid }, imported) => {
    [seconds, memory] = [imported, residentBytes(pid)];
  });
  const hooks = `${count.toLocaleString('en')} hooks`;
  const baselines = [
    ['csv-parse and an upsert loop through unnest', loops.all],
    ['of that, in the database', loops.inDatabase],
    ['COPY of the same file, primary key and unique text', loops.copy],
  ] as const;
  const rows = baselines.map(([name, own]) => [name, `${figure(own)} s`, times(seconds / own)]);
  rows.unshift(['import from CSV', `${figure(seconds)} s`, '']);
  rows.push(['memory after the import', megabytes(memory), '']);
  return {
    sections: [[`Import of ${hooks}`, markdown({ head: ['what', 'figure', 'import / it'], rows })]],
    goals: [atMost(`import of ${hooks} / the loop`, seconds / loops.all, 1.3, '×')],
  };
}

/** Seconds of the baselines in the database of `dataDir`, whose service must not be running. */
async function timeLoops(dataDir: string, { file }: CatalogFile) {
  const server = await startEmbedded(dataDir);
  await migrateDatabase(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return { ...(await timeUpserts(client, file)), copy: await timeCopy(client, file) };
  } finally {
    await client.end();
    await server.stop();
  }
}

async function timeCopy(client: pg.Client, file: string): Promise<number> {
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

async function timeUpserts(client: pg.Client, file: string): Promise<{ all: number; inDatabase: number }> {
  await client.query('create table bench_hooks (like hooks including all)');
  const beganAt = performance.now();
  let inDatabase = 0;
  let batch: Row[] = [];
  const flush = async () => {
    const startedAt = performance.now();
    const values: unknown[] = columns.map((name) => batch.map((row) => row[name]));
    await client.query(upsert, [...values, batch.map(({ text }) => String(text).split(' ').length)]);
    inDatabase += (performance.now() - startedAt) / 1000;
    batch = [];
  };
  for await (const row of createReadStream(file).pipe(parse({ columns: true, cast: (cell) => cell || null }))) {
    batch.push(row as Row);
    if (batch.length === 1000) await flush();
  }
  if (batch.length > 0) await flush();
  const all = (performance.now() - beganAt) / 1000;
  await client.query('drop table bench_hooks');
  return { all, inDatabase };
}

const upsert = `
insert into bench_hooks (state, text, text_key, source, label_method, label_confidence, sample, added_at, updated_at, version,
  ${columns.slice(1).join()}, word_count)
select 'published', text, lower(text), 'bench', 'given', 1, false, now(), now(), 1, ${columns.slice(1).join()}, word_count
from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::timestamptz[], $11::bigint[], $12::bigint[], $13::bigint[], $14::double precision[], $15::int[])
  as t (${columns.join()}, word_count)
on conflict (text_key) where video_key is null and source_id is null and merged_into is null
  do update set views = greatest(bench_hooks.views, excluded.views), updated_at = now()`;
