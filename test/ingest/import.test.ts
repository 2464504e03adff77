// Imports, review and retirement of hooks, through the real service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import type { ImportReport } from '../../src/ingest/imports/import-record.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  key = (await service.account('scale')).key;
});

after(() => service.close());

function assertAddsUp(report: ImportReport): void {
  const { read, added, updated, unchanged, duplicates, rejected, pending, held = 0 } = report;
  assert.equal(read, added + updated + unchanged + duplicates + rejected + pending + held);
}

test('views move by newer captures only, and an import of the same file changes nothing', async () => {
  const csv = [
    'id,title,views,date,niche,archetype,emotional_trigger',
    'v1,Growing every day,100000,2024-01-01,food,story,joy',
    'v1,Growing every day,250000,2024-01-02,food,story,joy',
    'v1,Growing every day,200000,2023-12-31,food,story,joy',
  ].join('\n');
  const query =
    'filename=a.csv&source=growth&map=source_id=id&map=text=title&map=views=views&map=views_captured_at=date&map=niche=niche&map=archetype=archetype&map=emotional_trigger=emotional_trigger';
  const first = await service.import(csv, query);
  assertAddsUp(first.report);
  assert.deepEqual([first.report.added, first.report.updated], [1, 2]);
  const { body } = await service.get('/hooks?q=growing', key);
  assert.equal(body.data[0].views, 250_000);
  const again = await service.import(csv, query);
  assertAddsUp(again.report);
  assert.deepEqual([again.report.unchanged, again.report.catalog_version], [3, first.report.catalog_version]);
});

test('a view count that a file states twice is stored with the later capture', async () => {
  const query =
    'filename=a.csv&source=twice&map=source_id=id&map=text=title&map=views=views&map=views_captured_at=date';
  const rows = [
    'id,title,views,date,niche,archetype,emotional_trigger',
    'w1,Standing still for a day,200000,2024-01-01,food,story,joy',
  ];
  const labels = '&map=niche=niche&map=archetype=archetype&map=emotional_trigger=emotional_trigger';
  const { report: before } = await service.import(rows.join('\n'), query + labels);
  const later = [
    'w1,Standing still for a day,300000,2024-01-02,food,story,joy',
    'w1,Standing still for a day,300000,2024-01-03,food,story,joy',
  ];
  const { report } = await service.import([rows[0], ...later].join('\n'), query + labels);
  assertAddsUp(report);
  assert.deepEqual([report.updated, report.unchanged, report.catalog_version], [1, 1, before.catalog_version + 1]);
  const { body } = await service.get('/hooks/full?q=standing%20still', key);
  assert.deepEqual([body.data[0].views, body.data[0].views_captured_at.slice(0, 10)], [300_000, '2024-01-03']);
});

test('a rejected record is reported with file, line, field and reason, and does not stop the import', async () => {
  const lines = [
    hookLine('Good one among bad'),
    '{"text": "", "views": 200000}',
    '{"text": "Too few", "views": 5}',
    '{"text": "Broken"',
  ];
  const { import_id, report } = await service.import(
    lines.join('\n'),
    'preset=hookline&format=jsonl&filename=mixed.jsonl',
  );
  assertAddsUp(report);
  assert.deepEqual([report.added, report.rejected], [1, 3]);
  const { body } = await service.operator('GET', `/operator/imports/${import_id}/rejects`);
  const rejects = String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    rejects.map(({ file, line, field }) => [file, line, field]),
    [
      ['mixed.jsonl', 2, 'text'],
      ['mixed.jsonl', 3, 'views'],
      ['mixed.jsonl', 4, null],
    ],
  );
  for (const { reason } of rejects) assert.ok(reason.length > 5);
});

test('a hook below the confidence floor waits for review and is published when accepted', async () => {
  const { report } = await service.import('{"text":"Zxqv wrtl","views":500000}', 'preset=hookline&format=jsonl');
  assert.equal(report.pending, 1);
  assert.equal((await service.get('/hooks?q=zxqv', key)).body.total, 0);
  const queue = await service.operator('GET', '/operator/hooks?state=pending');
  const { id } = queue.body.hooks[0];
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'published', niche: 'gym', archetype: 'question' });
  const { body } = await service.get('/hooks/full?q=zxqv', key);
  const curator = { method: 'curator', confidence: 1 };
  assert.deepEqual(
    [body.data[0].id, body.data[0].niche, body.data[0].labels],
    [
      id,
      'fitness',
      {
        ...{ ...curator, archetype: curator, emotional_trigger: curator, niche: curator },
        format: { method: null, confidence: null },
      },
    ],
  );
});

test('a retired hook answers 410, and importing it again does not restore it', async () => {
  const line = hookLine('Soon to be retired');
  await service.import(line, 'preset=hookline&format=jsonl');
  const { id } = (await service.get('/hooks?q=retired', key)).body.data[0];
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' });
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  await service.import(line, 'preset=hookline&format=jsonl');
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
});

test('a snapshot retires missing hooks and restores them when they return', async () => {
  const query = 'preset=hookline&format=jsonl&source=snap&snapshot=1';
  const [one, two] = [hookLine('Snapshot alpha', { id: '1' }), hookLine('Snapshot beta', { id: '2' })];
  await service.import(`${one}\n${two}`, query);
  const { id } = (await service.get('/hooks?q=beta', key)).body.data[0];
  assert.equal((await service.import(one, query)).report.retired, 1);
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  assert.equal((await service.import(`${one}\n${two}`, query)).report.updated, 1);
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 200);
});

const feed = (source: string, rest = '') => `preset=hookline&format=jsonl&source=${source}${rest}`;
const said = (text: string, views: number, rest: object) =>
  JSON.stringify({ ...JSON.parse(hookLine(text, { views })), ...rest });
const operatorHook = async (text: string) =>
  (await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`)).body.hooks[0];

test('a view count that jumps too far waits for the operator, who accepts or rejects it', async (t) => {
  const text = 'A jump to be decided';
  const claims = async () =>
    (await service.operator('GET', '/operator/hooks?claims=waiting')).body.hooks.map(
      (hook: { text: string }) => hook.text,
    );
  const views = async () => (await operatorHook(text)).views;
  const { id } = await service.import(said(text, 300_000, {}), feed('jumping')).then(() => operatorHook(text));
  const { report } = await service.import(said(text, 3_000_000_000, {}), feed('jumping', '&snapshot=1'));
  assertAddsUp(report);
  assert.deepEqual([report.held, report.updated, report.retired], [1, 0, 0]);
  await service.import(said(text, 9e15, {}), feed('false'));
  assert.ok((await claims()).includes(text));
  const decide = (source: string, decision: string) =>
    service.operator('POST', `/operator/hooks/${id}/claims`, { source, decision });
  assert.deepEqual([await views(), (await decide('nobody', 'accept')).status], [300_000, 409]);
  assert.equal((await decide('jumping', 'accept')).body.views, 3_000_000_000);
  const printed: string[] = [];
  t.mock.method(console, 'log', (line: string) => printed.push(line));
  const hookline = (...args: string[]) => runCommand(['hooks', ...args, '--url', service.url, '--key', operatorKey]);
  assert.equal(await hookline('list', '--claims', 'waiting'), 0);
  assert.equal(await hookline('reject-views', id, '--source', 'false'), 0);
  for (const table of printed)
    assert.match(table, new RegExp(`${id} +published +3.?000.?000.?000 .*A jump to be decided`));
  assert.ok(!(await claims()).includes(text));
  assert.equal((await service.get('/hooks?q=jump%20decided', key)).body.data[0].views, 3_000_000_000);
  // A rejected claim does not come back, an accepted source goes on.
  await service.import(said(text, 9e15, {}), feed('false'));
  await service.import(said(text, 3_100_000_000, {}), feed('jumping'));
  assert.deepEqual([await views(), (await claims()).includes(text)], [3_100_000_000, false]);
  const { body } = await service.operator('GET', '/operator/audit?limit=10');
  const actions = body.records.filter(({ subject }: { subject: string }) => subject === id);
  assert.deepEqual(
    actions.map(({ action, details }: Record<string, unknown>) => [action, details]),
    [
      ['hook.views_rejected', { source: 'false' }],
      ['hook.views_accepted', { source: 'jumping' }],
    ],
  );
});

test('an invalid mapping is rejected before the file is read', async () => {
  const answer = await service.import('x', 'preset=nonsense');
  assert.equal(answer.code, 'invalid_parameter');
});
