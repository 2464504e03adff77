// Imports: log and rejects, implausible counts, matching of records to hooks, later records of a source, and ended imports.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { endOrphanedImports, touchImport } from '../../src/ingest/imports/store.ts';
import { faultPoint } from '../setup/fault-point.ts';
import { hoursAgo, videoLine } from '../setup/refresh.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { importChunks } from './import-chunks.ts';
import { type Body, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
let database: OpenDatabase;
let key: string;

before(async () => {
  service = await ingestService();
  ({ key } = service);
  database = openDatabase(service.databaseUrl, () => {}, { connections: 2 });
});

after(() => database.close());

const feed = (source: string, more = '') => `preset=hookline&format=jsonl&source=${source}${more}`;

async function read(path: string): Promise<Body> {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Imports a file and checks that its report adds up. */
async function importFile(content: string, query: string): Promise<Body> {
  const { import_id, report } = await service.import(content, query);
  const { read: all, added, updated, unchanged, duplicates, rejected, pending, held = 0 } = report;
  assert.equal(all, added + updated + unchanged + duplicates + rejected + pending + held);
  return { ...report, import_id };
}

const hookOf = async (text: string) => (await read(`/operator/hooks?text=${encodeURIComponent(text)}`)).hooks[0];
const idsOf = (page: { imports: { id: string }[] }) => page.imports.map(({ id }) => id);

test('rejects have file, line, field and reason, are counted by reason, and are returned in pages or as a file', async () => {
  const lines = [
    hookLine('Seen by few', { views: 12 }),
    hookLine('Seen by some', { views: 1_234 }),
    hookLine('', { views: 500_000 }),
    JSON.stringify({ text: 'Strange count', views: 'a lot: really' }),
    JSON.stringify({ text: 'Other count', views: 'many' }),
    hookLine('A good one'),
    '{"text": "Broken"',
  ];
  const { import_id: id, added, rejected } = await importFile(lines.join('\n'), feed('mixed', '&filename=mixed.jsonl'));
  assert.deepEqual([added, rejected], [1, 6]);
  const shown = await read(`/operator/imports/${id}`);
  assert.deepEqual(shown.rejects.map(({ field, reason, count }: Body) => `${count} ${field}: ${reason}`).sort(), [
    '1 null: not valid JSON',
    '1 text: the text is missing or empty',
    '2 views: the view count is invalid',
    '2 views: views are below the minimum of 100,000 (HOOKLINE_MIN_VIEWS)',
  ]);
  assert.deepEqual([shown.source, shown.state, shown.report.rejected], ['mixed', 'done', 6]);
  const first = await read(`/operator/imports/${id}/rejects?limit=2`);
  assert.deepEqual([first.counts, first.rejects.length, first.next], [shown.rejects, 2, '2']);
  const [{ file, line, field, reason, value }] = first.rejects;
  assert.deepEqual([file, line, field, value.views], ['mixed.jsonl', 1, 'views', 12]);
  assert.match(reason, /^12 views/);
  const rest = await read(`/operator/imports/${id}/rejects?format=json&after=${first.next}`);
  assert.deepEqual([rest.rejects.map((one: Body) => one.line), rest.next], [[3, 4, 5, 7], null]);
  const whole = await service.operator('GET', `/operator/imports/${id}/rejects`);
  assert.match(whole.headers.get('content-disposition') ?? '', /rejects\.jsonl/);
  assert.equal(whole.body.trim().split('\n').length, 6);
  for (const path of ['imp_none', 'imp_none/rejects?format=json'])
    assert.equal((await service.operator('GET', `/operator/imports/${path}`)).status, 404);
});

test('rejects.jsonl holds NUL, backslashes and escapes as the file had them, and can be imported again', async () => {
  const texts = ['', 'a\0b', 'a\\u0000b', '\\', '\0'];
  const records = texts.map((text) => ({ text, views: 5, note: `${text}\0` }));
  const reject = { file: 'a\0', line: 1, record: 1, field: 'a\0', reason: 'why\0', value: 'cut off \0' };
  let file = [...records, reject].map((record) => JSON.stringify(record)).join('\n');
  for (let round = 0; round < 2; round++) {
    const { import_id: id, rejected } = await importFile(file, feed('nul'));
    assert.equal(rejected, 6);
    file = await read(`/operator/imports/${id}/rejects`);
    const lines = file.trim().split('\n');
    const values = lines.map((line) => JSON.parse(line).value);
    assert.deepEqual(values, [...records, 'cut off \0']);
  }
});

test('an import whose client leaves before it is published is cancelled, and publishes nothing', async () => {
  const content = [hookLine('Cancelled while it was read'), '{"text": "Broken"'].join('\n');
  const point = await faultPoint(service.databaseUrl, 'before insert on import_rejects');
  const leaving = new AbortController();
  const left = fetch(`${service.url}/operator/import?${feed('cancelled')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${operatorKey}` },
    body: content,
    signal: leaving.signal,
  }).then((answer) => answer.text());
  await point.reached();
  leaving.abort();
  await assert.rejects(left);
  const list = async () => (await read('/operator/imports?source=cancelled')).imports;
  const [{ state, error }] = await until(list, ([one]) => one.state !== 'running');
  assert.deepEqual([state, error], ['failed', 'Canceled before it was published. Nothing was changed.']);
  await point.release();
  // The next import of the source waits for the publication in progress.
  await importFile(hookLine('Imported after it'), feed('cancelled'));
  assert.deepEqual(
    (await service.hooksOf('cancelled')).map(({ text }) => text),
    ['Imported after it'],
  );
});

test('importing a retired hook again does not restore it', async () => {
  const line = hookLine('Soon to be retired');
  await importFile(line, feed('retiring'));
  const { id } = await hookOf('Soon to be retired');
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' });
  await importFile(line, feed('retiring'));
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
});

test('a view count that jumps too far waits for the operator, who accepts or rejects it', async (t) => {
  const text = 'A jump to be decided';
  const say = (views: number, source: string, more = '') => importFile(hookLine(text, { views }), feed(source, more));
  const claims = async () => (await read('/operator/hooks?claims=waiting')).hooks.map((hook: Body) => hook.text);
  await say(300_000, 'jumping');
  const { id } = await hookOf(text);
  const { held, updated, retired } = await say(3_000_000_000, 'jumping', '&snapshot=1');
  assert.deepEqual([held, updated, retired], [1, 0, 0]);
  await say(9e15, 'false');
  assert.ok((await claims()).includes(text));
  const decide = (source: string, decision: string) =>
    service.operator('POST', `/operator/hooks/${id}/claims`, { source, decision });
  assert.deepEqual([(await hookOf(text)).views, (await decide('nobody', 'accept')).status], [300_000, 409]);
  assert.equal((await decide('jumping', 'accept')).body.views, 3_000_000_000);
  const { mock } = t.mock.method(console, 'log', () => {});
  const hookline = (...args: string[]) => runCommand(['hooks', ...args, '--url', service.url, '--key', operatorKey]);
  assert.equal(await hookline('list', '--claims', 'waiting'), 0);
  assert.equal(await hookline('reject-views', id, '--source', 'false'), 0);
  for (const { arguments: printed } of mock.calls)
    assert.match(`${printed}`, new RegExp(`${id} +published +3.?000.?000.?000 .*A jump to be decided`));
  assert.ok(!(await claims()).includes(text));
  assert.equal((await service.found('jump decided')).data[0].views, 3_000_000_000);
  // A rejected claim does not return.
  await say(9e15, 'false');
  assert.ok(!(await claims()).includes(text));
  const { records } = await read('/operator/audit?limit=10');
  const decisions = records.filter(({ subject }: Body) => subject === id);
  assert.deepEqual(
    decisions.map(({ action, details }: Body) => `${action} ${details.source}`),
    ['hook.views_rejected false', 'hook.views_accepted jumping'],
  );
});

test('the log is paged, newest first, and filtered by source and state', async () => {
  const { imports } = await read('/operator/imports?limit=4');
  const ids = idsOf({ imports });
  const times = imports.map(({ started_at }: Body) => started_at);
  assert.deepEqual(times, times.toSorted().reverse());
  const { next } = await read('/operator/imports?limit=2');
  assert.equal(next, ids[1]);
  assert.deepEqual(idsOf(await read(`/operator/imports?limit=2&after=${next}`)), ids.slice(2));
  const done = await read('/operator/imports?source=mixed&state=done');
  assert.deepEqual([done.imports[0].source, done.total, done.next], ['mixed', 1, null]);
  assert.equal((await read('/operator/imports?source=mixed&state=failed')).total, 0);
  for (const query of ['state=lost', 'limit=0', 'sauce=x'])
    assert.equal((await service.operator('GET', `/operator/imports?${query}`)).status, 400, query);
});

test('an import is done exactly when its hooks are published: one that ends in between publishes nothing', async () => {
  const isDone = "old.state = 'running' and new.state = 'done'";
  const settling = await faultPoint(service.databaseUrl, 'before update on imports', isDone);
  const importing = service.import(hookLine('Published or not'), feed('interrupted'));
  await settling.reached();
  await settling.rollBack();
  assert.equal((await importing).error.status, 503);
  const [failed] = (await read('/operator/imports?source=interrupted')).imports;
  assert.deepEqual([failed.state, failed.report, await service.hooksOf('interrupted')], ['failed', null, []]);
});

test('an import whose process is silent for two minutes is marked as failed, unlike one that is alive', async () => {
  const { db } = database;
  const started_at = new Date(Date.now() - 3_600_000);
  const row = { filename: 'x', source: 'orphans', state: 'running' as const, started_at };
  const ids = ['imp_dead', 'imp_alive'];
  const rows = ids.map((id) => ({ id, ...row }));
  await db.insertInto('imports').values(rows).execute();
  await touchImport(db, 'imp_alive', { phase: 'reading', read: 5, rejected: 0, bytes: 10 });
  await endOrphanedImports(db);
  const states = await Promise.all(ids.map(async (id) => (await read(`/operator/imports/${id}`)).state));
  assert.deepEqual(states, ['failed', 'running']);
  await db.deleteFrom('imports').where('id', 'in', ids).execute();
});

test('an import that is marked as failed while it runs publishes nothing', async () => {
  const open = async function* () {
    yield Buffer.from(hookLine('From a process that was frozen'));
    await database.db.updateTable('imports').set({ state: 'failed' }).where('source', '=', 'frozen').execute();
  };
  await assert.rejects(importChunks(database, 'frozen', open), /marked as interrupted/);
  assert.deepEqual(await service.hooksOf('frozen'), []);
});

const video = (n: number) => `https://www.youtube.com/watch?v=imported${String(n).padStart(3, '0')}`;
const line = (text: string, views: number, more: object = {}) =>
  JSON.stringify({ ...JSON.parse(hookLine(text, { views })), ...more });

const importAs = (source: string, lines: string | string[], more = '') =>
  importFile([lines].flat().join('\n'), feed(source, more));

test('videos, ids and words identify hooks; later values of a source are applied, but not over changes of a curator', async () => {
  const ids = { first: { id: 'shared', source_url: video(40) }, second: { id: 'shared', source_url: video(41) } };
  const [first, second] = [
    line('First of a shared id', 300_000, ids.first),
    line('Second of a shared id', 400_000, ids.second),
  ];
  const say = (text: string, more: object) => line(text, 300_000, { source_url: video(10), ...more });
  const unsure = { text: 'Bmfq wrtl pending', views: 500_000, source_url: video(11) };
  const shown = async () =>
    (await service.operator('GET', `/operator/hooks?source_url=${encodeURIComponent(video(10))}`)).body.hooks[0];
  const start = await importAs('one', [
    line('Said twice', 300_000, { id: 'a', source_url: video(1), views_captured_at: '2024-01-01' }),
    ...[first, second],
    line('Only words', 300_000),
    say('Frist it was misspelt', { niche: 'food', creator: 'old name' }),
    JSON.stringify(unsure),
  ]);
  assert.deepEqual([start.added, start.pending], [5, 1]);
  const { id, text_group } = await shown();

  // These are other URLs of the same video, and the same words without a video or an id.
  const newer = { source_url: 'https://youtu.be/imported001?si=x', views_captured_at: '2024-01-02' };
  const more = await importAs('two', [line('Said twice', 900_000, newer), line('only words!', 900_000)]);
  assert.deepEqual([more.added, more.updated], [0, 2]);
  const older = { source_url: 'https://m.youtube.com/shorts/imported001', views_captured_at: '2023-01-01' };
  const another = line('Said twice', 100_000, { source_url: video(2) });
  const third = await importAs('three', [line('Said twice', 200_000, older), another]);
  assert.deepEqual([third.duplicates, third.added], [1, 1]);
  const { data } = await service.found('said twice');
  assert.equal(data.map(({ views }) => views).join(), '900000,100000');
  assert.equal(new Set(data.map(({ text_group: group }) => group)).size, 1);
  const words = await service.found('only words');
  assert.deepEqual([words.total, words.data[0].views, words.data[0].text], [1, 900_000, 'only words!']);

  // An id that two videos share identifies neither of them.
  const later = await importAs('one', [
    line('Neither of a shared id', 900_000, { id: 'shared' }),
    say('First it was misspelt', { niche: 'travel', creator: 'new name' }),
    JSON.stringify({ ...unsure, niche: 'food', archetype: 'story', emotional_trigger: 'joy' }),
  ]);
  assert.deepEqual([later.added, later.updated], [1, 2]);
  const corrected = await shown();
  const { text, niche, creator } = corrected;
  assert.deepEqual([corrected.id, text, niche, creator], [id, 'First it was misspelt', 'travel', 'new name']);
  assert.notEqual(corrected.text_group, text_group);
  const { body: changes } = await service.get(`/changes?since=${later.catalog_version - 1}`, key);
  const published = changes.data.find(({ hook }: Body) => hook.text === unsure.text);
  assert.equal(published.change, 'added', 'a pending hook whose source becomes certain is announced as new');

  await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'pets' });
  const last = await importAs('one', [
    line('Third of a shared id', 100_000, { id: 'shared', source_url: video(42) }),
    ...[first, second],
    say('Then it was wrong', { niche: 'food', likes: 7 }),
  ]);
  assert.deepEqual([last.added, last.unchanged], [1, 2]);
  const decided = await shown();
  assert.deepEqual([decided.text, decided.niche, decided.likes], ['First it was misspelt', 'pets', 7]);
  const shared = (await service.found('shared id')).data.map(({ text, views }) => `${text.split(' ')[0]} ${views}`);
  assert.deepEqual(shared, ['Neither 900000', 'Second 400000', 'First 300000', 'Third 100000']);
});

test('a record that could not be published is not shown in place of the record of another source', async () => {
  // Without the preset, texts are captions that are cleaned.
  const raw = async (source: string, text: string, more: object) =>
    service.import(line(text, 300_000, { source_url: video(30), ...more }), `format=jsonl&source=${source}`);
  await raw('whole', 'Nobody told me this about buying a house', {});
  await raw('cut', 'Nobody told me this about buying a …', { likes: 5, niche: undefined });
  const { text, likes, state } = await hookOf('Nobody told me this');
  assert.deepEqual([text, likes, state], ['Nobody told me this about buying a house', null, 'published']);
});

test('a feed of the same video changes nothing of a more trusted source', async () => {
  const text = 'Held by its owner';
  const owned = line(text, 300_000, { id: 'o1', source_url: video(20), creator: 'owner' });
  const taken = { id: 't1', source_url: `${video(20)}&feature=share`, creator: 'taker' };
  await importAs('owner', owned);
  const trust = (trust: number) => service.operator('POST', '/operator/trust', { source: 'owner', trust });
  await trust(7);
  const shown = async () => (await service.found('held by its owner')).data[0];
  const viewsAndCreator = async () => [(await shown()).views, (await shown()).creator];
  const before = await shown();
  for (const views of [29_000_000, 9e15]) {
    const { added, retired } = await importAs('taker', line(text, views, taken), '&snapshot=1');
    assert.deepEqual([added, retired, await shown()], [0, 0, before]);
  }
  const hook = await hookOf(text);
  assert.deepEqual([hook.source, hook.source_id], ['owner', 'o1']);
  assert.deepEqual(
    hook.holders.map(({ source, source_url, views, claim }: Body) => [source, source_url, views, claim?.views]),
    [
      ['owner', video(20), 300_000, undefined],
      ['taker', taken.source_url, 29_000_000, 9e15],
    ],
  );
  // Equal trust shows the newest record; if the owner's trust rises again, its record is shown.
  await trust(5);
  assert.deepEqual(await viewsAndCreator(), [29_000_000, 'taker']);
  await trust(7);
  assert.deepEqual(await viewsAndCreator(), [300_000, 'owner']);
  // First the owner drops the hook, then the taker: it is retired when both have dropped it.
  const rest = line('The rest of the owner', 300_000, { id: 'o2' });
  assert.equal((await importAs('owner', rest, '&snapshot=1')).retired, 0);
  assert.deepEqual(await viewsAndCreator(), [29_000_000, 'taker']);
  const other = line('Something else entirely', 300_000, { id: 't2' });
  assert.equal((await importAs('taker', other, '&snapshot=1')).retired, 1);
  assert.equal((await service.get(`/hooks/${before.id}`, key)).status, 410);
});

test('a hook is compared with the median of all known videos of its creator, including those with too few views', async () => {
  const by = (n: number, views: number, creator = 'Grace Outlier') => videoLine(n, { views, creator });
  const ratios = async () => {
    const { body } = await service.get('/hooks/full?creator=grace%20outlier&sort=-views_vs_creator', key);
    return body.data.map((hook: Body) => [hook.views, hook.views_vs_creator, hook.creator_videos]);
  };
  const send = (...lines: string[]) => importFile(lines.join('\n'), feed('outliers'));
  await send(by(9001, 150_000), by(9002, 200_000), by(9003, 250_000), by(9004, 800_000, '@grace outlier'));
  assert.deepEqual((await ratios()).toSorted()[0], [150_000, null, null], 'four are too few');
  // Even a rejected record changes the ratios of hooks.
  const { rejected, catalog_version: version } = await send(by(9005, 40_000));
  assert.equal(rejected, 1);
  const expected = [
    [800_000, 4, 5],
    [250_000, 1.25, 5],
    [200_000, 1, 5],
    [150_000, 0.75, 5],
  ];
  assert.deepEqual(await ratios(), expected);
  const filters = 'creator=grace%20outlier&min_views_vs_creator=1.2&max_views_vs_creator=3.5';
  assert.deepEqual(
    (await service.get(`/hooks?${filters}`, key)).body.data.map(({ views }: Body) => views),
    [250_000],
  );
  const { body: brief } = await service.get('/hooks?creator=grace%20outlier&sort=-views_vs_creator&limit=1', key);
  assert.deepEqual([brief.data[0].views_vs_creator, 'views_per_day' in brief.data[0]], [4, false]);
  // A new hook gets its ratio at once, and hooks with an unchanged ratio are not written again.
  const { catalog_version: later } = await send(by(9006, 200_000));
  assert.equal(later, version + 1);
  assert.deepEqual((await ratios()).toSorted().slice(1, 3), [
    [200_000, 1, 5],
    [200_000, 1, 6],
  ]);
  const { body: changes } = await service.get(`/changes?since=${version}`, key);
  assert.equal(changes.data.length, 1);
  // A takedown also deletes the creator's other videos, and nothing brings them back.
  const [{ id }] = (await service.get('/hooks?creator=grace%20outlier', key)).body.data;
  await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'a request' });
  await send(by(9005, 40_000));
  assert.deepEqual(await service.query("select video from creator_videos where creator = 'grace outlier'"), []);
});

test('views a day come from the two newest counts: not from counts minutes apart, 0 if views fall, unknown for one count', async () => {
  const perDay = async (...counts: [views: number, hours: number][]) => {
    const lines = counts.map(([views, hours]) => videoLine(9100, { views, capturedAt: hoursAgo(hours) }));
    await importFile(lines.join('\n'), feed('velocity'));
    const url = encodeURIComponent('https://youtu.be/video009100');
    return (await service.get(`/hooks/full?source_url=${url}`, key)).body.data[0].views_per_day;
  };
  assert.equal(await perDay([150_000, 120]), null);
  assert.equal(await perDay([174_000, 96]), 24_000);
  assert.equal(await perDay([200_000, 95.9]), 24_000, 'six minutes say nothing of a day');
  assert.equal(await perDay([210_000, 72], [222_000, 48]), 12_000, 'between the counts of one file');
  assert.equal(await perDay([212_000, 24]), 0);
  assert.equal(await perDay([224_000, 12]), 24_000);
  const { body } = await service.get('/hooks/full?min_views_per_day=24000&sort=views_per_day&limit=100', key);
  assert.ok(body.data.some(({ views }: Body) => views === 224_000));
  assert.ok(body.data.every(({ views_per_day: rate }: Body) => rate >= 24_000));
});
