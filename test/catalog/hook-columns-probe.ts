// Run by hook-columns.test.ts in a copy of the service that has one more column, `saves`: prints where the column is found.
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { selectHooks } from '../../src/catalog/curation/store.ts';
import { fullHookFields, fullHookSchema } from '../../src/catalog/hook.ts';
import { openLiveCatalog } from '../../src/catalog/snapshot/live-catalog.ts';
import { copyHooksAfter } from '../../src/catalog/snapshot/store.ts';
import { fullRecord } from '../../src/catalog/summary.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { openDatabase } from '../../src/db/database.ts';
import { databaseOn } from '../../src/db/one-connection.ts';
import { columns } from '../../src/exports/formats/columns.ts';
import { type Format, formats } from '../../src/exports/formats/format.ts';
import { loadEncoder } from '../../src/exports/formats/load-encoder.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { fields } from '../../src/ingest/mapping/fields.ts';
import { mapRecord } from '../../src/ingest/mapping/map-record.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { createStaging } from '../../src/ingest/publish/store.ts';

export type Found = Awaited<ReturnType<typeof probe>>;
type Json = Record<string, unknown>;

const saves = (record: unknown) => Number((record as Json | undefined)?.saves);
const silent = () => {};

async function probe(url: string) {
  const database = openDatabase(url, silent);
  const { db, pool } = database;
  const importRecords = (records: readonly Json[]) => {
    const text = Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));
    const file = {
      name: 'probe.jsonl',
      size: text.length,
      open: async function* () {
        yield text;
      },
    };
    const mapping = resolveMapping();
    const input = {
      files: [file],
      filename: file.name,
      source: 'probe',
      mapping,
      minViews: 0,
      labelFloor: 0.8,
      limits: defaultLimits,
    };
    return importHooks({ db, pool }, input, silent);
  };
  const savesInDatabase = async () => (await selectHooks(db, {}, { sort: 'oldest', limit: 9 })).map(saves);

  await importRecords([
    { text: 'This is the first line', views: 200, saves: 7 },
    { text: 'Here is another line', views: 100, save_count: '8' },
  ]);
  const imported = await savesInDatabase();
  await importRecords([
    { text: 'This is the first line', views: 250, saves: 9 },
    { text: 'Here is another line', views: 150 },
  ]);
  const merged = await savesInDatabase();
  await db.updateTable('hooks').set({ state: 'published', added_version: 1 }).execute();

  const client = await pool.connect();
  const staging = databaseOn(client);
  await createStaging(staging);
  const { rows: stagingColumns } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'incoming'::regclass and attnum > 0`,
  );
  client.release(true);

  const catalog = await openLiveCatalog(url, db, silent);
  const { snapshot } = catalog.current();
  const rows = Uint32Array.from({ length: snapshot.size }, (_, row) => row);
  const exported: Record<string, number[]> = {};
  let csv = '';
  for (const format of formats) {
    const pieces: Buffer[] = [];
    (await loadEncoder(format))(snapshot, rows, (bytes) => pieces.push(Buffer.from(bytes)), null);
    const file = Buffer.concat(pieces);
    if (format === 'csv') csv = file.toString();
    exported[format] = (await readers[format](file)).map(saves);
  }
  await catalog.close();
  await database.close();

  const preset = resolveMapping({ preset: 'hookline' });
  const reimported = (parse(csv, { columns: true }) as Json[]).map((record, at) =>
    saves(
      mapRecord({ position: { file: 'probe.csv', line: at, record: at }, fields: record }, preset, { minViews: 0 }),
    ),
  );
  const schema = new Map<string, z.ZodType>(Object.entries(fullHookSchema.shape)).get('saves');
  return {
    fields,
    imported,
    merged,
    reimported,
    stagingColumns,
    copyList: [...copyHooksAfter(0).matchAll(/\bh\.(\w+)(?=,)/g)].map(([, name]) => name ?? ''),
    recordFields: Object.keys(fullRecord(snapshot, 0)),
    schemaFields: fullHookFields,
    schema: schema && z.toJSONSchema(schema, { target: 'openapi-3.0' }),
    exportColumns: columns.map(({ name }) => name),
    exportType: columns.find(({ name }) => name === 'saves')?.type,
    exported,
  };
}

const readers: Record<Format, (file: Buffer) => Promise<unknown[]>> = {
  json: async (file) => JSON.parse(file.toString()),
  jsonl: async (file) =>
    file
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  csv: async (file) => parse(file, { columns: true }),
  parquet: async (file) => parquetReadObjects({ file: new Uint8Array(file).buffer }),
};

const [, , url] = process.argv;
if (url !== undefined) process.stdout.write(JSON.stringify(await probe(url)));
