// Takedowns: what is deleted and where, what cannot return, and takedowns during an export, an import or the end of a process.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openLiveCatalog } from '../../src/catalog/live-catalog.ts';
import { openDatabase } from '../../src/db/database.ts';
import { openDirectoryFiles } from '../../src/exports/files/files.ts';
import { createExportRunner } from '../../src/exports/run.ts';
import { importChunks } from '../ingest/import-chunks.ts';
import { download } from '../setup/download.ts';
import { holdJobs } from '../setup/fault-point.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { filesWith, tablesWith } from './search-everything.ts';

const secret = 'Zanzibar pelican accountants hate this ledger';
const creator = 'pelican.ledger.person';
const url = 'https://www.youtube.com/watch?v=Zanzibar_01';
const secretRecord = { ...JSON.parse(hookLine(secret)), creator, source_url: url, template: `${secret} [again]` };
const query = 'preset=hookline&format=jsonl&source=feed';
const lineOf = (record: object) => JSON.stringify(record);

/** Shared by the tests after the first. */
const video = 'https://www.instagram.com/reel/Cheron_77/';
const herons = { ...JSON.parse(hookLine('Herons file quarterly')), source_url: video, creator: 'made' };
const ibis = { ...JSON.parse(hookLine('Ibises open on Sundays')), creator: 'ibis' };
const quokkas = {
  ...JSON.parse(hookLine('Quokkas audited my taxes')),
  ...{ creator: 'quokka', source_url: 'https://www.tiktok.com/@quokka/video/7123456789012345678?_r=1' },
};
const storks = 'Storks deliver before noon';

let service: TestService;
let database: ReturnType<typeof openDatabase>;
let receiver: Receiver;
let key: string;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_LIMIT_REPORTS_WAITING: '2' });
  database = openDatabase(service.databaseUrl, () => {});
  receiver = await startReceiver();
  key = (await service.account('enterprise')).key;
  const lines = [herons, ibis, quokkas].map(lineOf);
  await service.import([...lines, hookLine('Egrets audit in spring'), hookLine(storks)].join('\n'), query);
});

after(async () => {
  await receiver.close();
  await database.close();
  await service.close();
});

const post = (path: string, body: unknown = {}) => service.send('POST', path, key, { body });
const hooksWith = async (text: string) =>
  (await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`)).body.hooks;
const takedownOf = async (id: string) =>
  (await service.operator('GET', '/operator/takedowns')).body.takedowns.find(
    ({ hook_id }: { hook_id: string }) => hook_id === id,
  );
async function takeDown(id: string, body: object = { reason: 'Request' }) {
  const answer = await service.operator('POST', `/operator/hooks/${id}/takedown`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
const purged = (id: string) =>
  until(
    () => takedownOf(id),
    (takedown) => takedown?.purged_at !== null,
  );

/** Returns the observation of loading a version of the catalog. */
async function loadOf(version: number): Promise<{ isWhole: boolean }> {
  for (let nth = 1; ; nth++) {
    const loaded = await service.observed('catalog_loaded', undefined, nth);
    if (loaded.kind === 'catalog_loaded' && loaded.version === version) return loaded;
  }
}

async function exported(format: string, filters: object = {}): Promise<string> {
  const { body } = await post('/export', { format, filters });
  await service.observed('export_finished', body.export_id);
  return body.export_id;
}

test('a takedown deletes the hook from every table, file and response, and imports cannot bring it back', async () => {
  const { body: active } = await post('/webhooks', { webhook_url: receiver.url });
  const { body: paused } = await post('/webhooks', { webhook_url: receiver.url });
  await service.send('POST', `/webhooks/${paused.webhook_id}/pause`, key);
  const others = [hookLine('A line that stays'), hookLine('Another one that stays')];
  const { import_id } = await service.import([...others, lineOf(secretRecord)].join('\n'), query);
  const broken = lineOf(secretRecord).replace('}', ', broken');
  await service.import(`${lineOf({ ...secretRecord, views: 5 })}\n${broken}`, query);
  await service.import(lineOf({ ...secretRecord, views: 900_000 }), query);
  const [{ id }] = await hooksWith(secret);
  await service.operator('PATCH', `/operator/hooks/${id}`, { template: `${secret}, edited` });
  await receiver.received(1);
  const log = await until(
    async () => (await service.get(`/webhooks/${active.webhook_id}/deliveries`, key)).body.data,
    (deliveries) => deliveries[0]?.status === 'delivered',
  );
  await post(`/webhooks/${active.webhook_id}/replay`, { delivery_id: log[0].delivery_id });
  await receiver.received(2);
  const exports = await Promise.all(['parquet', 'jsonl'].map((format) => exported(format)));
  const elsewhere = await exported('jsonl', { niche: ['food'] });
  const { body: before } = await service.get(`/export/${exports[1]}`, key);
  assert.match((await download(before.download_url)).bytes.toString(), new RegExp(secret));
  const report = { hook_id: id, reason: 'privacy', email: 'me@example.com', details: `It says “${secret}”.` };
  assert.equal((await service.send('POST', '/report', undefined, { body: report })).status, 202);
  const tables = await tablesWith(database.pool, secret);
  assert.ok(tables.includes('public.import_changes') && tables.length >= 5, tables.join());
  assert.ok(filesWith(service.dataDir, secret).length >= 1);

  const takedown = await takeDown(id, { reason: 'Request 7' });
  assert.deepEqual([takedown.hook_id, takedown.blocks], [id, ['text', 'source_url', 'creator']]);
  await purged(id);
  const kept = await until(
    async () => readdirSync(join(service.dataDir, 'exports')),
    (names) => names.every((name) => name.startsWith(elsewhere)),
  );
  assert.ok(kept.length > 0, 'an export that cannot contain it stays');
  for (const text of [secret, creator, 'Zanzibar_01']) {
    assert.deepEqual(await tablesWith(database.pool, text), [], `a row contains ${text}`);
    assert.deepEqual(filesWith(service.dataDir, text), [], `a file contains ${text}`);
  }

  const { body: expired } = await service.get(`/export/${exports[1]}`, key);
  assert.deepEqual([expired.status, expired.download_url], ['expired', null]);
  assert.match(expired.error, /taken down/);
  assert.equal((await download(before.download_url)).status, 410);
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  const { body: changes } = await service.get('/changes', key);
  const { change, hook } = changes.data.find((one: { id: string }) => one.id === id);
  assert.deepEqual([change, hook], ['retired', null]);
  const { body: delivery } = await service.get(`/webhooks/${active.webhook_id}/deliveries/${log[0].delivery_id}`, key);
  assert.deepEqual([delivery.hooks, delivery.log.length, JSON.parse(delivery.request_body).data.count], [2, 1, 2]);
  const lists = ['hooks', 'hooks/full', 'hooks?q=pelican', 'hooks/random?count=100', 'changes', 'archetypes', 'trends'];
  const answers = await Promise.all([
    ...lists.map((path) => service.get(`/${path}`, key)),
    ...['hooks', 'audit', 'imports', 'reports', 'takedowns', 'deliveries', `imports/${import_id}/rejects`].map((path) =>
      service.operator('GET', `/operator/${path}`),
    ),
    service.get('/demo/hooks?q=pelican'),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.doesNotMatch(JSON.stringify(answer.body), /pelican|Zanzibar/i);
  }
  assert.ok((await loadOf(takedown.catalog_version)).isWhole, 'the records are rebuilt in new memory');
  const { body: audit } = await service.operator('GET', `/operator/audit?action=hook.taken_down`);
  assert.deepEqual([audit.records[0].details.takedown, audit.records[0].details.reason], [takedown.id, 'Request 7']);
  const { body: reports } = await service.operator('GET', '/operator/reports?state=taken_down');
  assert.deepEqual([reports.total, reports.reports[0].hook.text], [1, '']);

  const sent = receiver.requests.length;
  await service.send('POST', `/webhooks/${paused.webhook_id}/resume`, key, { body: { backlog: 'deliver' } });
  const resumed = await receiver.received(sent + 1);
  assert.doesNotMatch(resumed[sent]?.body ?? '', /pelican/);
  assert.equal(JSON.parse(resumed[sent]?.body ?? '').data.count, 2);
});

test('imports reject what a takedown blocks, until it is lifted', async () => {
  const [one, two] = ['Quokkas audited my taxes', 'Quokkas never pay late'];
  const record = (text: string, more: object = {}) => ({ ...JSON.parse(hookLine(text)), ...more });
  const [{ id }] = await hooksWith(one);
  const takedown = await takeDown(id);
  const blocked = [
    record('QUOKKAS audited my taxes!!'),
    record(two, { source_url: 'https://m.tiktok.com/v/7123456789012345678.html' }),
    record('Quokkas are on time', { creator: '@Quokka' }),
    record(one, { views: 3 }),
  ];
  const free = record('Quokkas live elsewhere', { creator: 'quokka', platform: 'YouTube' });
  const { import_id, report } = await service.import([...blocked, free].map(lineOf).join('\n'), query);
  assert.deepEqual([report.added, report.rejected], [1, 4]);
  const { body: page } = await service.operator('GET', `/operator/imports/${import_id}/rejects?format=json`);
  const why = (what: string) => `this ${what} is blocked by takedown ${takedown.id}`;
  type Reject = { field: string; reason: string; value: unknown };
  assert.deepEqual(
    page.rejects.map(({ field, reason, value }: Reject) => `${field} ${reason} ${value}`),
    [
      `text ${why('text')} null`,
      `source_url ${why('video')} null`,
      `creator ${why('creator')} null`,
      `text ${why('text')} null`,
    ],
  );
  const edit = await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'published' });
  assert.deepEqual([edit.status, edit.body.code], [409, 'conflict']);
  const again = await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'Request 8' });
  assert.equal(again.status, 409);

  const lifted = await service.operator('DELETE', `/operator/takedowns/${takedown.id}`);
  assert.deepEqual([lifted.status, lifted.body.blocks], [200, []]);
  assert.equal((await service.operator('DELETE', `/operator/takedowns/${takedown.id}`)).status, 409);
  assert.equal((await service.import(lineOf(quokkas), query)).report.added, 1);
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410, 'the tombstone stays');
});

test('reports wait in a bounded queue; the response is the same if the hook exists', async () => {
  const [{ id }] = await hooksWith('Herons file quarterly');
  const given = { reason: 'copyright', email: 'me@example.com', details: 'I made this video.' };
  const report = (body: object) => service.send('POST', '/report', undefined, { body: { ...given, ...body } });
  const waiting = async () => (await service.operator('GET', '/operator/health')).body.reports.waiting;
  for (const body of [{}, { hook_id: id, url: video }, { url: 'video' }])
    assert.equal((await report(body)).status, 422, JSON.stringify(body));
  const answers = [await report({ hook_id: 'hook_999999' }), await report({ url: video })];
  for (const { status, body } of answers)
    assert.deepEqual([status, Object.keys(body.data)], [202, ['report_id', 'created_at']]);
  const full = await report({ hook_id: id });
  assert.deepEqual([full.status, full.body.code, await waiting()], [429, 'rate_limited', 2]);
  assert.match(full.body.detail, /^2 reports are pending/);
  const { body: queue } = await service.operator('GET', '/operator/reports?state=waiting');
  const shown = queue.reports.map(({ hook_id, url, hook }: Record<string, unknown>) => `${hook_id} ${url} ${hook}`);
  assert.deepEqual(shown, ['hook_999999 null null', `null ${video} null`]);
  const dismiss = () => service.operator('POST', `/operator/reports/${queue.reports[0].id}/dismiss`, {});
  assert.deepEqual([(await dismiss()).body.state, (await dismiss()).status], ['dismissed', 409]);
  const found = await service.operator('GET', `/operator/hooks?source_url=${encodeURIComponent(video)}`);
  assert.deepEqual(found.body.hooks[0].id, id);
  await takeDown(id);
  assert.equal(await waiting(), 0, 'the takedown settles the report of its video');
  const { body: others } = await service.operator('GET', '/operator/reports?state=dismissed');
  assert.equal(others.reports[0].details, given.details, 'a word of another report is no quotation');
  assert.equal((await report({ hook_id: id })).status, 202);
  const tooMany = await report({ hook_id: id });
  assert.deepEqual([tooMany.status, tooMany.body.code], [429, 'rate_limited']);
  assert.match(tooMany.body.detail, /^More than 5 reports in an hour/);
});

test('a takedown blocks only what it names, and texts also with hashtags and mentions', async () => {
  const [[{ id: one }], [{ id: other }]] = [await hooksWith('Ibises open'), await hooksWith('Egrets audit')];
  assert.deepEqual((await takeDown(one, { reason: 'Request 9', blocks: ['creator'] })).blocks, ['creator']);
  await takeDown(other);
  const again = [lineOf(ibis), lineOf({ ...ibis, creator: null }), hookLine('Egrets audit in spring #fyp @ada')];
  const { report } = await service.import(again.join('\n'), query);
  assert.deepEqual([report.added, report.rejected], [1, 2]);
});

test('all_by_creator takes down every hook of the creator on its platform, and blocks new ones', async () => {
  const by = (text: string, more: object = {}) => lineOf({ ...JSON.parse(hookLine(text)), creator: 'tern', ...more });
  const elsewhere = by('Terns film elsewhere', { platform: 'YouTube' });
  const gone = [by('Terns file in June'), by('Terns file in July', { creator: 'Tern' })];
  await service.import([...gone, elsewhere, hookLine('Terns by nobody')].join('\n'), query);
  const [{ id }] = await hooksWith('Terns file in June');
  const takedown = await takeDown(id, { reason: 'Request 10', all_by_creator: true });
  assert.deepEqual([takedown.hook_id, takedown.blocks], [id, ['text', 'creator']]);
  assert.deepEqual(
    (await hooksWith('Terns')).map(({ text, state }: { text: string; state: string }) => [text, state]),
    [
      ['Terns film elsewhere', 'published'],
      ['Terns by nobody', 'published'],
    ],
  );
  const { report } = await service.import([...gone, by('Terns file in May')].join('\n'), query);
  assert.equal(report.rejected, 3);
});

test('an import that began before a takedown publishes nothing', async () => {
  const [{ id }] = await hooksWith(storks);
  const open = async function* () {
    yield Buffer.from(`${hookLine(storks, { views: 900_000 })}\n`);
    await takeDown(id);
    yield Buffer.from(`${hookLine(storks, { views: 5 })}\n${hookLine('Storks came along')}`);
  };
  await assert.rejects(importChunks(database, 'storks', open), {
    code: 'conflict',
    message: /taken down during/,
  });
  await purged(id);
  assert.deepEqual(await tablesWith(database.pool, 'Storks'), []);
});

test('an export that runs during a takedown is rewritten without the hook', async () => {
  const text = 'Pangolins proofread every invoice';
  await service.import([text, 'Pangolins stay'].map((line) => hookLine(line, { niche: 'pets' })).join('\n'), query);
  const [{ id }] = await hooksWith(text);
  // The jobs are held, so that no other worker writes the export.
  const release = await holdJobs(service.databaseUrl, 'export');
  const directory = mkdtempSync(join(tmpdir(), 'hookline-takedown-'));
  const catalog = await openLiveCatalog(service.databaseUrl, database.db, () => {});
  const { body } = await post('/export', { format: 'jsonl', filters: { niche: ['pets'] } });
  const files = openDirectoryFiles(directory);
  let attempts = 0;
  const runner = createExportRunner({
    db: database.db,
    catalog: catalog.current,
    refresh: catalog.refresh,
    files: {
      ...files,
      put: async (...args) => {
        const written = await files.put(...args);
        if (++attempts === 1) await takeDown(id);
        return written;
      },
    },
    ttlMs: 60_000,
    observe: () => {},
  });
  const run = () => runner.run(body.export_id, new AbortController().signal);
  await assert.rejects(run(), /taken down during/);
  assert.deepEqual(readdirSync(directory), []);
  await run();
  const { body: done } = await service.get(`/export/${body.export_id}`, key);
  assert.deepEqual([done.status, done.records, filesWith(directory, text)], ['complete', 1, []]);
  await catalog.close();
  await database.pool.query("delete from pgboss.job where name = 'export'");
  await release();
  rmSync(directory, { recursive: true });
});

test('a takedown whose process ended before the purge is purged by the next worker', async () => {
  const text = 'Aardvark auditors count every ant twice';
  const { body: webhook } = await post('/webhooks', { webhook_url: 'http://127.0.0.1:1/in' });
  await service.import(hookLine(text), query);
  const [{ id }] = await hooksWith(text);
  const release = await holdJobs(service.databaseUrl, 'takedown');
  await takeDown(id);
  assert.ok((await tablesWith(database.pool, text)).includes('public.webhook_deliveries'), webhook.webhook_id);
  await release();
  await until(
    () => tablesWith(database.pool, text),
    (tables) => tables.length === 0,
  );
});
