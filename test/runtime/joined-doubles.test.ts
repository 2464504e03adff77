// Upgrade of a catalog from before hooks were identified by their video: doubles are joined, and nothing is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Migrator } from 'kysely/migration';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { migrationsFor } from '../../src/db/migrations.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';

type Hook = {
  id: number;
  text: string;
  source?: string;
  source_id?: string;
  url?: string;
  views?: number;
  captured?: string;
  updated?: string;
  state?: string;
  retired_by?: string;
  platform?: string;
  niche?: string;
  creator?: string;
  curated?: string;
};

let database: TestDatabase;

async function rows<T = Record<string, unknown>>(query: string): Promise<T[]> {
  return (await database.pool.query(query)).rows as T[];
}

async function insert(hook: Hook): Promise<void> {
  const { id, text, state = 'published', source = 'a', views = 100_000, platform = 'YouTube', niche = 'food' } = hook;
  await database.pool.query(
    `insert into hooks (id, state, text, text_key, source, source_id, views, platform, archetype, emotional_trigger, niche, creator,
      source_url, views_captured_at, word_count, label_method, label_confidence, retired_by, added_at, updated_at, version, added_version, curated_at)
    values ($1, $2, $3, md5($3), $4, $5, $6, $7, 'question', 'curiosity', $8, $9, $10, $11, 3, 'given', 1, $12, '2026-01-01', $14, 4,
      case when $2 = 'published' then 4 end, $13)`,
    [
      id,
      state,
      text,
      source,
      hook.source_id,
      views,
      platform,
      niche,
      hook.creator,
      hook.url,
      hook.captured,
      hook.retired_by,
      hook.curated,
      hook.updated ?? '2026-01-01',
    ],
  );
}

before(async () => {
  database = await testDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
  const migrator = new Migrator({ db: database.db, provider: migrationsFor(database.db) });
  const { error } = await migrator.migrateTo('0024_corrections');
  assert.equal(error, undefined);
  await database.pool.query('update catalog set version = 4');

  // One video by three forms of its URL, from three sources.
  await insert({
    id: 1,
    text: 'Pending, and older',
    url: 'https://youtu.be/AAAAAAAAAAA',
    state: 'pending',
    captured: '2026-03-03',
    views: 333_000,
  });
  await insert({
    id: 2,
    text: 'As the first file had it',
    source: 'b',
    url: 'https://www.youtube.com/watch?v=AAAAAAAAAAA&t=1',
    captured: '2026-02-02',
    views: 200_000,
  });
  await insert({
    id: 3,
    text: 'As the second file had it',
    source: 'c',
    source_id: 'c-3',
    url: 'https://www.youtube.com/shorts/AAAAAAAAAAA',
    captured: '2026-04-04',
    views: 400_000,
    creator: 'Ada',
    niche: 'finance',
    curated: '2026-04-05',
  });
  // By its id alone, and a holder that knows the URL of another.
  await insert({ id: 4, text: 'Seven', platform: 'TikTok', source_id: '7123456789012345678', views: 444_000 });
  await insert({ id: 5, text: 'Eight', source: 'b', platform: 'TikTok', views: 555_000 });
  await database.pool.query(`insert into hook_sources (hook_id, source, source_url, views, views_captured_at, held_since, updated_at)
    values (5, 'b', null, 555000, '2026-02-01', '2026-01-01', '2026-01-01'),
      (5, 'a', 'https://www.tiktok.com/@x/video/7123456789012345678', 544000, '2026-01-15', '2026-01-02', '2026-01-02')`);
  // Alone: another video, no video, and two states of one video of which clients had the younger.
  await insert({ id: 6, text: 'Another video', url: 'https://youtu.be/BBBBBBBBBBB', views: 600_000 });
  await insert({ id: 7, text: 'No video', source_id: '12', url: 'https://example.com/7' });
  await insert({
    id: 8,
    text: 'Gone',
    source: 'b',
    url: 'https://youtu.be/CCCCCCCCCCC',
    state: 'retired',
    retired_by: 'snapshot',
  });
  await insert({ id: 9, text: 'There', url: 'https://m.youtube.com/watch?v=CCCCCCCCCCC' });
  // Counts without a date, of which the smaller was edited later.
  const undated = { url: 'https://youtu.be/EEEEEEEEEEE', source: 'd' };
  await insert({ id: 10, text: 'More', ...undated, views: 900_000 });
  await insert({ id: 11, text: 'Less', ...undated, views: 800_000, updated: '2026-02-01' });
  await insert({ id: 12, text: 'Least', ...undated, source: 'e', views: 700_000, updated: '2026-03-01' });
  for (const [hook, at, views] of [
    [2, '2026-01-02', 150_000],
    [3, '2026-03-04', 350_000],
    [6, '2026-01-03', 500_000],
  ] as const)
    await database.pool.query('insert into view_history values ($1, $2, $3)', [hook, at, views]);
  await migrateDatabase(database.url);
  // Each start migrates: nothing is done twice.
  await migrateDatabase(database.url);
});

after(() => database.close());

test('hooks of one video are one hook, the lowest id that clients have, and the others refer to it', async () => {
  const joined = await rows('select id, state, merged_into, retired_by, video_key, version from hooks order by id');
  const merged = (id: number, into: number) => ({
    id,
    state: 'retired',
    merged_into: into,
    retired_by: 'merge',
    video_key: null,
    version: 5,
  });
  const kept = (id: number, video_key: string | null, version: number) => ({
    id,
    state: 'published',
    merged_into: null,
    retired_by: null,
    video_key,
    version,
  });
  assert.deepEqual(joined, [
    merged(1, 2),
    kept(2, 'youtube/AAAAAAAAAAA', 5),
    merged(3, 2),
    kept(4, 'tiktok/7123456789012345678', 5),
    merged(5, 4),
    kept(6, 'youtube/BBBBBBBBBBB', 4),
    kept(7, null, 4),
    merged(8, 9),
    kept(9, 'youtube/CCCCCCCCCCC', 5),
    kept(10, 'youtube/EEEEEEEEEEE', 5),
    merged(11, 10),
    merged(12, 10),
  ]);
  assert.deepEqual(await rows('select version from catalog'), [{ version: 5 }]);
});

test('a joined hook shows the newest count, what a curator changed, and what only the other had', async () => {
  const shown = await rows('select id, text, views, niche, creator from hooks where id in (2, 4, 10) order by id');
  assert.deepEqual(shown, [
    { id: 2, text: 'As the second file had it', views: 400_000, niche: 'finance', creator: 'Ada' },
    { id: 4, text: 'Seven', views: 555_000, niche: 'food', creator: null },
    { id: 10, text: 'More', views: 900_000, niche: 'food', creator: null },
  ]);
  const holders = await rows('select hook_id, source, source_id, views from hook_sources order by hook_id, source');
  const holder = (hook_id: number, source: string, source_id: string | null, views: number) => ({
    hook_id,
    source,
    source_id,
    views,
  });
  assert.deepEqual(holders, [
    holder(2, 'a', null, 333_000),
    holder(2, 'b', null, 200_000),
    holder(2, 'c', 'c-3', 400_000),
    // One source said two things of it: the newest stays.
    holder(4, 'a', null, 544_000),
    holder(4, 'b', null, 555_000),
    holder(9, 'a', null, 100_000),
    holder(9, 'b', null, 100_000),
    // Counts without a date only rise, however late the row was changed.
    holder(10, 'd', null, 900_000),
    holder(10, 'e', null, 700_000),
  ]);
});

test('the view history of a joined hook has the points of its video, and of no other', async () => {
  const points = await rows<{ hook_id: number; on: string; views: number }>(
    `select hook_id, to_char(captured_at, 'YYYY-MM-DD') as on, views from view_history order by hook_id, captured_at`,
  );
  const of = (id: number) => points.filter(({ hook_id }) => hook_id === id).map(({ on, views }) => [on, views]);
  assert.deepEqual(of(2), [
    ['2026-01-02', 150_000],
    ['2026-02-02', 200_000],
    ['2026-03-03', 333_000],
    ['2026-03-04', 350_000],
    ['2026-04-04', 400_000],
  ]);
  assert.deepEqual(of(6), [['2026-01-03', 500_000]]);
  assert.deepEqual([of(1), of(3), of(5)], [[], [], []]);
});

test('from then on two videos may have the same words, and no video two hooks', async () => {
  await insert({ id: 20, text: 'Another video', source_id: 'other' });
  await database.pool.query("update hooks set video_key = 'youtube/DDDDDDDDDDD' where id = 20");
  await assert.rejects(
    database.pool.query("update hooks set video_key = 'youtube/BBBBBBBBBBB' where id = 20"),
    /hooks_video_key/,
  );
});
