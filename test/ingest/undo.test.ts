// Undo of imports: the catalog is as if the import had never happened, and later changes by curators and other imports stay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import { openDatabase } from '../../src/db/database.ts';
import { deleteUndoLogs } from '../../src/ingest/imports/store.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { type Body, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
let receiver: Receiver;
let key: string;

before(async () => {
  [service, receiver] = await Promise.all([ingestService(), startReceiver()]);
  ({ key } = await service.account('enterprise'));
});

after(() => receiver.close());

type Line = Parameters<typeof hookLine>[1];
const importLines = async (source: string, lines: readonly string[], more = ''): Promise<string> => {
  const query = `preset=hookline&format=jsonl&source=${source}${more}`;
  return (await service.import(lines.join('\n'), query)).import_id;
};
const undo = (id: string) => service.operator('POST', `/operator/imports/${id}/undo`);
const video = (name: string, text: string, more: Line = {}) =>
  JSON.stringify({ ...JSON.parse(hookLine(text, more)), source_url: `https://youtu.be/${name.padEnd(11, '_')}` });
/** Sorted by import time, then by text; or in the order of `ids`. */
const hooksOf = async (source: string, ids?: readonly string[]): Promise<Body[]> => {
  const { hooks } = (await service.operator('GET', `/operator/hooks?source=${source}`)).body;
  const place = ({ id, added_at, text }: Body) => (ids ? ids.indexOf(id) : `${added_at} ${text}`);
  return hooks.sort((a: Body, b: Body) => (place(a) < place(b) ? -1 : 1));
};
const hookOf = async (id: string) => (await service.operator('GET', `/operator/hooks/${id}`)).body;

test('an undo is one version: in /changes, with counts and deliveries in the response, and a new import restores the same ids', async () => {
  const { body: webhook } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  await importLines('films', [video('known', 'A line with its words'), video('dropped', 'The line that leaves')]);
  await receiver.received(1);
  const lines = [
    video('known', 'A line with other words', { views: 900_000 }),
    video('new', 'Beside it an added line'),
    video('newer', 'One more line that waits', { niche: 'unheard of' }),
  ];
  const id = await importLines('films', lines, '&snapshot=1&force=1');
  await receiver.received(2);
  await until(
    async () => (await service.get(`/webhooks/${webhook.webhook_id}/deliveries`, key)).body.data,
    (deliveries) => deliveries.length === 2 && deliveries.every(({ status }: Body) => status === 'delivered'),
  );
  const [known, dropped, added, waiting] = await hooksOf('films');
  const version = (await service.get('/changes', key)).body.catalog_version;
  assert.deepEqual([known.text, dropped.state, waiting.state], ['A line with other words', 'retired', 'pending']);

  const { status, body } = await undo(id);
  const counts = { removed: 2, restored: 2, kept: 0, delivered: 1, paused_source: null };
  assert.deepEqual([status, body], [200, { catalog_version: version + 1, ...counts }]);
  const { body: changes } = await service.get(`/changes?since=${version}`, key);
  assert.deepEqual(
    changes.data.map((one: Body) => `${one.id} ${one.change} ${one.hook?.text}`),
    [
      `${known.id} updated A line with its words`,
      `${dropped.id} added The line that leaves`,
      `${added.id} retired undefined`,
    ],
  );
  assert.equal((await service.get(`/hooks/${added.id}`, key)).status, 410);
  assert.deepEqual((await hookOf(known.id)).views, 150_000);
  const { body: record } = await service.operator('GET', `/operator/imports/${id}`);
  assert.deepEqual([record.state, record.undo_until, record.report.added], ['done', null, 1]);
  assert.ok(record.undone_at);
  const again = await undo(id);
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  const { body: audit } = await service.operator('GET', '/operator/audit?action=import.undone');
  assert.deepEqual(audit.records[0].details, { removed: 2, restored: 2, kept: 0, delivered: 1 });

  await importLines('films', lines, '&snapshot=1&force=1');
  const now = await hooksOf('films', [known.id, dropped.id, added.id, waiting.id]);
  assert.equal(now.map(({ state }) => state).join(), 'published,retired,published,pending');
});

test('one of two concurrent undos succeeds, and untried deliveries are skipped', async () => {
  const { body: paused } = await service.send('POST', '/webhooks', key, {
    body: { webhook_url: receiver.url, filters: { niche: ['gaming'] } },
  });
  await service.send('POST', `/webhooks/${paused.webhook_id}/pause`, key);
  const id = await importLines('games', [video('game', 'This game is impossible', { niche: 'gaming' })]);
  const answers = await Promise.all([undo(id), undo(id)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const { body } = await service.get(`/webhooks/${paused.webhook_id}/deliveries`, key);
  assert.deepEqual([body.data[0].status, body.data[0].skipped_by], ['skipped', 'undo']);
});

test('hooks that a curator decided on since stay unchanged, except for views and hooks that the import had added', async () => {
  const niche = 'nonsense';
  await importLines('talks', [
    video('talk', 'A talk in its first words', { niche: 'food' }),
    video('retired', 'Words to be retired'),
    video('waits', 'Words to wait for', { niche }),
  ]);
  const lines = [
    video('brought', 'A line it brought', { niche }),
    video('refused', 'A line that was refused', { niche }),
  ];
  const id = await importLines('talks', [
    video('talk', 'A talk in its second words', { niche: 'fitness', archetype: 'story' }),
    video('retired', 'Words to be retired', { views: 400_000 }),
    video('waits', 'Words to wait for', { niche, views: 300_000 }),
    ...lines,
  ]);
  const [talk, retired, waits, brought, refused] = await hooksOf('talks');
  const patch = (of: { id: string }, body: object) => service.operator('PATCH', `/operator/hooks/${of.id}`, body);
  await patch(talk, { archetype: 'listicle' });
  await patch(retired, { state: 'retired' });
  await patch(waits, { state: 'published' });
  await patch(brought, { state: 'published', niche: 'travel' });
  await patch(refused, { state: 'rejected' });
  const { body: record } = await service.operator('GET', `/operator/imports/${id}`);
  assert.deepEqual(record.reviewed, { waiting: 0, published: 1, rejected: 1 });
  const { body } = await undo(id);
  assert.deepEqual([body.removed, body.restored, body.kept], [1, 1, 3]);
  const ids = [talk, retired, waits, brought, refused].map((hook) => hook.id);
  const now = await hooksOf('talks', ids);
  const shown = now.map(({ text, state, views, niche, archetype }) => [text, state, views, niche, archetype]);
  assert.deepEqual(shown.slice(0, 3), [
    ['A talk in its second words', 'published', 150_000, 'fitness', 'listicle'],
    ['Words to be retired', 'retired', 400_000, 'finance', 'question'],
    ['Words to wait for', 'published', 150_000, waits.niche, 'question'],
  ]);
  const [, , , removed, rejected] = now;
  assert.deepEqual([removed.state, removed.retired_by, rejected.state], ['retired', 'undo', 'rejected']);
  const next = await importLines('talks', lines);
  const { added, pending } = (await service.operator('GET', `/operator/imports/${next}`)).body.report;
  assert.deepEqual([added, pending], [1, 0]);
  const again = (await hooksOf('talks', ids)).slice(3);
  assert.equal(
    again.map(({ state, niche }) => `${state} ${niche}`).join(),
    `published travel,rejected ${refused.niche}`,
  );
});

test('an undo of a scheduled run pauses its source', async (t) => {
  service.upstream.put('/feed', hookLine('A line of a scheduled file'));
  const { last_import_id: id } = await service.sourceOf(await service.newSource('feed'));
  const lines: string[] = [];
  t.mock.method(console, 'log', (line: string) => lines.push(line));
  const to = ['--url', service.url, '--key', operatorKey];
  const code = await runCommand(['imports', 'undo', id, ...to]);
  assert.deepEqual([code, await runCommand(['imports', '--source', 'feed', ...to])], [0, 0]);
  assert.match(lines.pop() ?? '', /1 read = 1 added/);
  assert.match(
    lines.join('\n'),
    /^Undid imp_\w+: 1 hook removed, 0 hooks restored .*\n(.*\n)?The source feed is paused\./,
  );
  const paused = await service.sourceOf('feed');
  assert.deepEqual([paused.state, paused.last_error], ['paused', `Paused, since the import ${id} was undone.`]);
});

test('an unknown import, a failed one, and one whose log is deleted after 30 days cannot be undone', async () => {
  assert.equal((await undo('imp_none')).status, 404);
  const { db, close } = openDatabase(service.databaseUrl, () => {}, { connections: 1 });
  try {
    const id = await importLines('old', [hookLine('A line of last month')]);
    await importLines('old', [hookLine('A line of last month', { views: 900_000 })]);
    const months = new Date(Date.now() - 31 * 86_400_000);
    const set = (values: object) => db.updateTable('imports').set(values).where('id', '=', id).execute();
    for (const [values, message] of [
      [{ state: 'running' }, /still running/],
      [{ state: 'failed' }, /published nothing/],
      [{ state: 'done', published_at: months }, /can no longer be undone/],
      [{ state: 'done', published_at: null }, /earlier versions of Hookline logged none/],
    ] as const) {
      await set(values);
      const { status, body } = await undo(id);
      assert.deepEqual([status, message.test(body.detail)], [409, true], body.detail);
    }
    const logged = () => db.selectFrom('import_changes').select('import_id').execute();
    const before = await logged();
    await db.updateTable('imports').set({ published_at: months }).where('source', '=', 'old').execute();
    await deleteUndoLogs(db, new Date(Date.now() - 30 * 86_400_000));
    assert.equal((await logged()).length, before.length - 1);
  } finally {
    await close();
  }
});
