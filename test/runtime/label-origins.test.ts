// Upgrade of a catalog from before the origin of each label was stored: what is in it, and what was logged to be undone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Migrator } from 'kysely/migration';
import { bySystem } from '../../src/audit/actor.ts';
import { undoEdit } from '../../src/catalog/curation/undo.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { migrationsFor } from '../../src/db/migrations.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { undoImport } from '../../src/ingest/undo/actions.ts';
import { guessedLabels, type LabelMethod } from '../../src/labels/label.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { defined } from '../setup/defined.ts';

let database: TestDatabase;

type Row = { method: LabelMethod; confidence: number; mask: number | null; format?: string };
const archetypeAndNiche = 2 + 8;

async function insert(id: number, { method, confidence, mask, format }: Row): Promise<void> {
  await database.pool.query(
    `insert into hooks (id, state, text, text_key, source, views, platform, archetype, emotional_trigger, niche, format, word_count,
      label_method, label_confidence, given_mask, added_at, updated_at, version, added_version)
    values ($1::bigint, 'published', 'Hook ' || $1::bigint, 'key ' || $1::bigint, 'a', 1, 'TikTok', 'question', 'curiosity', 'food', $5, 2,
      $2, $3, $4, '2026-01-01', '2026-01-01', 1, 1)`,
    [id, method, confidence, mask, format],
  );
}

async function originsOf(text: string) {
  const hook = await database.db.selectFrom('hooks').selectAll().where('text', '=', text).executeTakeFirstOrThrow();
  return Object.fromEntries(
    guessedLabels.map((label) => [label, [hook[label], hook[`${label}_method`], hook[`${label}_confidence`]]]),
  );
}

before(async () => {
  database = await testDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
  const migrator = new Migrator({ db: database.db, provider: migrationsFor(database.db) });
  const { error } = await migrator.migrateTo('0028_edits');
  assert.equal(error, undefined);
  await insert(1, { method: 'given', confidence: 1, mask: null, format: 'vlog' });
  await insert(2, { method: 'rules', confidence: 0.6, mask: archetypeAndNiche });
  await insert(3, { method: 'rules', confidence: 0.4, mask: null, format: 'vlog' });
  await insert(4, { method: 'curator', confidence: 1, mask: archetypeAndNiche });
  await database.pool.query(`
    insert into edits (id, action, labels, hooks, actor_kind) values ('edit_1', 'edited', '{"niche": "food"}', 1, 'system');
    insert into edit_changes values ('edit_1', 4, '{"niche": "business", "label_method": "rules", "label_confidence": 0.5}',
      '{"niche": "food", "label_method": "curator", "label_confidence": 1}')`);
  await database.pool.query('alter table hooks alter id restart with 5');
  await migrateDatabase(database.url);
});

after(() => database.close());

test('labels of hooks that are there are given, or guessed with the confidence that the hook had', async () => {
  assert.deepEqual(await originsOf('Hook 1'), {
    archetype: ['question', 'given', 1],
    emotional_trigger: ['curiosity', 'given', 1],
    niche: ['food', 'given', 1],
    format: ['vlog', 'given', 1],
  });
  assert.deepEqual(await originsOf('Hook 2'), {
    archetype: ['question', 'given', 1],
    emotional_trigger: ['curiosity', 'rules', 0.6],
    niche: ['food', 'given', 1],
    format: [null, null, null],
  });
  assert.deepEqual((await originsOf('Hook 3')).format, ['vlog', 'rules', 0.4]);
  assert.deepEqual((await originsOf('Hook 4')).emotional_trigger, ['curiosity', 'curator', 1]);
});

test('an edit from before is undone with the origins that its labels had', async () => {
  const { restored } = await undoEdit(bySystem(database.db), 'edit_1', async () => 0);
  assert.equal(restored, 1);
  assert.deepEqual(await originsOf('Hook 4'), {
    archetype: ['question', 'given', 1],
    emotional_trigger: ['curiosity', 'rules', 0.5],
    niche: ['business', 'given', 1],
    format: [null, null, null],
  });
});

const url = 'https://youtu.be/aaaaaaaaaaa';

async function importOne(source: string, record: object): Promise<string> {
  const content = Buffer.from(JSON.stringify({ views: 200_000, source_url: url, language: 'en', ...record }));
  const file = {
    name: 'feed',
    size: undefined,
    open: async function* () {
      yield content;
    },
  };
  const mapping = resolveMapping({ preset: 'hookline' });
  const input = { files: [file], filename: 'feed', source, mapping, format: 'jsonl' as const };
  const limits = { minViews: 0, labelFloor: 0, limits: defaultLimits };
  return (await importHooks(database, { ...input, ...limits }, () => {})).importId;
}

/** Logs and sources then say what the previous version had them say. */
async function forgetOrigins(): Promise<void> {
  const members = guessedLabels.flatMap((label) => [`${label}_method`, `${label}_confidence`]);
  const keys = `'{${[...members, 'source_family'].join()}}'::text[]`;
  await database.pool.query(`
    update hook_sources set said = said - ${keys};
    update import_changes set before = jsonb_set(jsonb_set(before::jsonb, '{hook}', (before::jsonb -> 'hook') - ${keys}), '{holders}',
        coalesce((select jsonb_agg(o || jsonb_build_object('said', (o -> 'said') - ${keys}))
          from jsonb_array_elements(before::jsonb -> 'holders') o), '[]'))::json,
      said = (select coalesce(jsonb_agg(r - ${keys}), '[]') from jsonb_array_elements(said::jsonb) r)::json`);
}

test('an import from before is undone with the origins that labels had, and what came after it keeps its own', async () => {
  const text = 'Why nobody told me about this';
  const labels = { archetype: 'question', emotional_trigger: 'fear', niche: 'food' };
  await importOne('first', { text, ...labels });
  const regretted = await importOne('first', { text, ...labels, niche: 'finance' });
  await importOne('second', { text, archetype: 'story' });
  await forgetOrigins();
  const { restored } = await undoImport(
    { ...bySystem(database.db), databaseUrl: database.url, config: { limits: defaultLimits }, observe: () => {} },
    regretted,
  );
  assert.equal(restored, 1);
  const { archetype, emotional_trigger, niche } = await originsOf(text);
  assert.deepEqual(
    [archetype, emotional_trigger, niche].map((label) => defined(label)[1]),
    ['given', 'given', 'given'],
  );
  assert.deepEqual([niche?.[0], emotional_trigger?.[0]], ['food', 'fear']);
});

test('a source that says the labels as before is shown with their origins when another one is dropped', async () => {
  const text = 'The budget rule that I regret';
  const own = { text, source_url: 'https://youtu.be/bbbbbbbbbbb' };
  await importOne('first', { ...own, archetype: 'story', emotional_trigger: 'fear', niche: 'food' });
  await importOne('second', { ...own, archetype: 'question', emotional_trigger: 'surprise', niche: 'finance' });
  assert.deepEqual((await originsOf(text)).niche, ['finance', 'given', 1]);
  await forgetOrigins();
  await database.pool.query(`
    update hook_sources set said = said || '{"label_method": "rules", "label_confidence": 0.9, "given_mask": 3}'
    where source = 'second' and said ->> 'niche' = 'finance'`);
  await importOne('third', { ...own, emotional_trigger: 'anger' });
  const { archetype, emotional_trigger, niche } = await originsOf(text);
  assert.deepEqual(
    [archetype, emotional_trigger, niche],
    [
      ['question', 'given', 1],
      ['anger', 'given', 1],
      ['food', 'given', 1],
    ],
  );
});
