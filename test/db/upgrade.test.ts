// Upgrade of a database of the first edition: hooks are identified by their video, labels have an origin, and nothing is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Migrator } from 'kysely/migration';
import { migrateDatabase, migrationsFor } from '../../src/db/migrations.ts';
import { guessedLabels } from '../../src/labels/label.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { until } from '../setup/until.ts';

let database: TestDatabase;

const defaults = {
  state: 'published',
  source: 'a',
  views: 100_000,
  platform: 'YouTube',
  archetype: 'question',
  emotional_trigger: 'curiosity',
  niche: 'food',
  word_count: 3,
  label_method: 'given',
  label_confidence: 1,
  added_at: '2026-01-01',
  updated_at: '2026-01-01',
  version: 4,
};

/** Inserts a hook; `more` overrides the default columns. */
async function insert(id: number, text: string, more: Record<string, string | number | null> = {}): Promise<void> {
  const row = { ...defaults, ...more, id, text, text_key: `key ${id}` };
  const added = row.state === 'published' ? { ...row, added_version: 4 } : row;
  const values = Object.keys(added).map((_, at) => `$${at + 1}`);
  await database.pool.query(`insert into hooks (${Object.keys(added)}) values (${values})`, Object.values(added));
}

async function rowsOf(query: string): Promise<unknown[][]> {
  return (await database.pool.query({ text: query, rowMode: 'array' })).rows;
}

async function migrateTo(name: string): Promise<void> {
  const { error } = await new Migrator({ db: database.db, provider: migrationsFor(database.db) }).migrateTo(name);
  assert.equal(error, undefined);
}

/** A view count on a day of 2026. */
const seen = (views: number, day: string) => ({ views, views_captured_at: `2026-${day}` });

async function insertDoubles(): Promise<void> {
  // One video with three forms of its URL, from three sources.
  const [a, e] = ['AAAAAAAAAAA', 'EEEEEEEEEEE'];
  const pending = { state: 'pending', source_url: `https://youtu.be/${a}` };
  await insert(1, 'Pending, and older', { ...seen(333_000, '03-03'), ...pending });
  const first = { source: 'b', source_url: `https://www.youtube.com/watch?v=${a}&t=1` };
  await insert(2, 'As the first file had it', { ...seen(200_000, '02-02'), ...first });
  const second = { source: 'c', source_id: 'c-3', source_url: `https://www.youtube.com/shorts/${a}` };
  const curated = { creator: 'Ada', niche: 'finance', label_method: 'curator', updated_at: '2026-04-05' };
  await insert(3, 'As the second file had it', { ...seen(400_000, '04-04'), ...second, ...curated });
  // One video by its id alone, and by a URL.
  await insert(4, 'Seven', { platform: 'TikTok', source_id: '7123456789012345678', views: 444_000 });
  const url = 'https://www.tiktok.com/@x/video/7123456789012345678';
  await insert(5, 'Eight', { source: 'b', platform: 'TikTok', source_url: url, ...seen(555_000, '02-01') });
  // Another video, no video, and two states of one video, the younger of which clients had.
  await insert(6, 'Another video', { source_url: 'https://youtu.be/BBBBBBBBBBB', views: 600_000 });
  await insert(7, 'No video', { source_id: '12', source_url: 'https://example.com/7' });
  const gone = { source: 'b', source_url: 'https://youtu.be/CCCCCCCCCCC', state: 'retired', retired_by: 'snapshot' };
  await insert(8, 'Gone', gone);
  await insert(9, 'There', { source_url: 'https://m.youtube.com/watch?v=CCCCCCCCCCC' });
  // Counts without a date, the smaller of which was edited later.
  const undated = { source_url: `https://youtu.be/${e}`, source: 'd' };
  await insert(10, 'More', { ...undated, views: 900_000 });
  await insert(11, 'Less', { ...undated, views: 800_000, updated_at: '2026-02-01' });
  await insert(12, 'Least', { ...undated, source: 'e', views: 700_000, updated_at: '2026-03-01' });
  await database.pool.query(
    "insert into view_history values (2, '2026-01-02', 150000), (3, '2026-03-04', 350000), (6, '2026-01-03', 500000)",
  );
}

async function insertLabelled(): Promise<void> {
  await insert(31, 'Hook 31', { format: 'vlog' });
  await insert(32, 'Hook 32', { label_method: 'rules', label_confidence: 0.6 });
  await insert(33, 'Hook 33', { label_method: 'curator' });
}

before(async () => {
  database = await testDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
  await migrateTo('0012_import_progress');
  await database.pool.query('update catalog set version = 4');
  await insertDoubles();
  await insertLabelled();
  await database.pool.query('alter table hooks alter id restart with 35');
  await migrateDatabase(database.url);
  // Each start migrates, and a second migration changes nothing.
  await migrateDatabase(database.url);
});

after(() => database.close());

test('hooks of one video merge into the lowest id that clients have, and the others refer to it', async () => {
  const columns = 'id, state, merged_into, retired_by, video_key, version';
  const merged = (id: number, into: number) => [id, 'retired', into, 'merge', null, 5];
  const kept = (id: number, video: string | null, version: number) => [id, 'published', null, null, video, version];
  const [a, c, e] = ['A', 'C', 'E'].map((letter) => `youtube/${letter.repeat(11)}`) as [string, string, string];
  assert.deepEqual(await rowsOf(`select ${columns} from hooks where id < 30 order by id`), [
    ...[merged(1, 2), kept(2, a, 5), merged(3, 2), kept(4, 'tiktok/7123456789012345678', 5), merged(5, 4)],
    ...[kept(6, 'youtube/BBBBBBBBBBB', 4), kept(7, null, 4), merged(8, 9), kept(9, c, 5)],
    ...[kept(10, e, 5), merged(11, 10), merged(12, 10)],
  ]);
  assert.deepEqual(await rowsOf('select version from catalog'), [[5]]);
  await database.pool.query("update hooks set video_key = 'youtube/DDDDDDDDDDD' where id = 7");
  const double = database.pool.query("update hooks set video_key = 'youtube/BBBBBBBBBBB' where id = 7");
  await assert.rejects(double, /hooks_video_key/);
});

test('a merged hook shows the newest count, changes of a curator, and values that only the other had', async () => {
  const shown = 'select id, text, views, niche, creator from hooks where id in (2, 4, 10) order by id';
  assert.deepEqual(await rowsOf(shown), [
    [2, 'As the second file had it', 400_000, 'finance', 'Ada'],
    [4, 'Seven', 555_000, 'food', null],
    [10, 'More', 900_000, 'food', null],
  ]);
  const records =
    'select hook_id, source, source_id, views from hook_sources where hook_id < 30 order by hook_id, source';
  assert.deepEqual(await rowsOf(records), [
    [2, 'a', null, 333_000],
    [2, 'b', null, 200_000],
    [2, 'c', 'c-3', 400_000],
    [4, 'a', '7123456789012345678', 444_000],
    [4, 'b', null, 555_000],
    [6, 'a', null, 600_000],
    [7, 'a', '12', 100_000],
    [9, 'a', null, 100_000],
    [9, 'b', null, 100_000],
    // Counts without a date only rise, however late the row was changed.
    [10, 'd', null, 900_000],
    [10, 'e', null, 700_000],
  ]);
});

test('the view history of a merged hook has the points of its video only', async () => {
  const points = `select hook_id, to_char(captured_at, 'YYYY-MM-DD'), views from view_history
    where hook_id in (1, 2, 3, 5, 6) order by hook_id, captured_at`;
  assert.deepEqual(await rowsOf(points), [
    [2, '2026-01-02', 150_000],
    [2, '2026-02-02', 200_000],
    [2, '2026-03-03', 333_000],
    [2, '2026-03-04', 350_000],
    [2, '2026-04-04', 400_000],
    [6, '2026-01-03', 500_000],
  ]);
});

async function originsOf(text: string) {
  const hook = await database.db.selectFrom('hooks').selectAll().where('text', '=', text).executeTakeFirstOrThrow();
  return guessedLabels.map((label) => [hook[label], hook[`${label}_method`], hook[`${label}_confidence`]]);
}
test('labels of existing hooks get the origin and the confidence of their hook', async () => {
  const origins = (method: string, confidence: number, format: string | null = null) => [
    ...['question', 'curiosity', 'food'].map((value) => [value, method, confidence]),
    format === null ? [null, null, null] : [format, method, confidence],
  ];
  assert.deepEqual(guessedLabels, ['archetype', 'emotional_trigger', 'niche', 'format']);
  assert.deepEqual(await originsOf('Hook 31'), origins('given', 1, 'vlog'));
  assert.deepEqual(await originsOf('Hook 32'), origins('rules', 0.6));
  assert.deepEqual(await originsOf('Hook 33'), origins('curator', 1));
});

test('a migration whose connection the server ends between two statements fails, and the process keeps running', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin; lock table kysely_migration in access exclusive mode');
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  const failed = assert.rejects(migrateDatabase(database.url), /[Cc]onnection/);
  const endIdle = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and pid <> $1`;
  await until(
    async () => (await database.pool.query(endIdle, [rows[0].pid])).rowCount,
    (ended) => ended === 1,
  );
  await holder.query('rollback');
  holder.release();
  await failed;
});
