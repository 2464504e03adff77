// Edits of several hooks: one version, one announcement, what is skipped, and their undo.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { undoableMs } from '../../src/catalog/curation/edit.ts';
import { deleteEditsBefore, forgetEditsBefore } from '../../src/catalog/curation/store-edits.ts';
import { runCommand } from '../../src/cli/run.ts';
import { openDatabase } from '../../src/db/database.ts';
import { textKey } from '../../src/lib/clean-text.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { tablesWith } from './search-everything.ts';

let service: TestService;
let database: ReturnType<typeof openDatabase>;
let receiver: Receiver;
let key: string;
let webhook: string;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_LIMIT_HOOKS_PER_EDIT: '1000' });
  database = openDatabase(service.databaseUrl, () => {});
  receiver = await startReceiver();
  key = (await service.account('enterprise')).key;
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  webhook = body.webhook_id;
  await fillQueue();
});

after(async () => {
  await receiver.close();
  await database.close();
  await service.close();
});

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const edit = async (body: object) => {
  const answer = await service.operator('PATCH', '/operator/hooks', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const undo = (id: string) => service.operator('POST', `/operator/edits/${id}/undo`);
const hookOf = (id: string) => read(`/operator/hooks/${id}`);
const version = async () => (await service.get('/health/ready')).body.catalog_version;
const changesSince = async (since: number): Promise<{ id: string; change: string }[]> =>
  (await service.get(`/changes?since=${since}`, key)).body.data;
const query = (source: string) => `preset=hookline&format=jsonl&source=${source}`;

/** Hooks that wait, since their labels are uncertain: as many of each creator. */
const waiting = { thousand: 1_001, regretted: 2, skipped: 3, spammer: 3, other: 1, contested: 40, typed: 2, aged: 1 };

async function fillQueue(): Promise<void> {
  const lines = Object.entries(waiting).flatMap(([creator, count]) =>
    Array.from({ length: count }, (_, at) =>
      JSON.stringify({ text: `zzqv ${creator} ${at}`, views: 200_000, platform: 'TikTok', language: 'en', creator }),
    ),
  );
  assert.equal((await service.import(lines.join('\n'), query('queue'))).report.pending, lines.length);
}

async function queue(creator: keyof typeof waiting): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`select id from hooks where creator = ${creator} order by id`.execute(
    database.db,
  );
  assert.equal(rows.length, waiting[creator]);
  return rows.map(({ id }) => `hook_${id}`);
}

/** Ids of published hooks. */
async function published(source: string, texts: readonly string[]): Promise<string[]> {
  await service.import(texts.map((text, at) => hookLine(text, { id: `${at}` })).join('\n'), query(source));
  return (await read(`/operator/hooks?source=${source}`)).hooks.map(({ id }: { id: string }) => id);
}

test('1,000 hooks are accepted as one version, with one event and one audit record', async () => {
  const ids = await queue('thousand');
  const [first = '', ...others] = ids;
  const tooMany = await service.operator('PATCH', '/operator/hooks', {
    filter: { creator: 'thousand' },
    state: 'published',
  });
  assert.deepEqual([tooMany.status, tooMany.body.code], [422, 'invalid_body']);
  assert.match(tooMany.body.detail, /matches 1001 hooks, more than the 1000 .*HOOKLINE_LIMIT_HOOKS_PER_EDIT/);
  const before = await version();
  const result = await edit({
    ids: others,
    set: { niche: 'food', language: 'en-GB' },
    state: 'published',
    from: 'pending',
  });
  assert.match(result.edit_id, /^edit_/);
  assert.deepEqual(result, { edit_id: result.edit_id, changed: 1_000, skipped: [], catalog_version: before + 1 });
  assert.equal(await version(), before + 1);
  const { body: found } = await service.get('/hooks?niche=food&language=en-GB&limit=1', key);
  assert.equal(found.total, 1_000);
  const { state, curated_at, labels, added_at } = await hookOf(others[0] ?? '');
  assert.deepEqual([state, labels.method, labels.confidence], ['published', 'curator', 1]);
  assert.ok(curated_at && added_at);
  assert.equal((await hookOf(first)).state, 'pending');
  const { deliveries } = await read(`/operator/deliveries?webhook=${webhook}`);
  assert.equal(deliveries.length, 10);
  assert.equal(new Set(deliveries.map(({ event_id }: { event_id: string }) => event_id)).size, 1);
  const { records } = await read(`/operator/audit?subject=${others[0]}`);
  assert.deepEqual(
    records.map(({ action, subject, details }: Record<string, unknown>) => [action, subject, details]),
    [['hook.accepted', result.edit_id, { hooks: 1_000, niche: 'food', language: 'en-GB' }]],
  );
  const [listed] = (await read('/operator/edits?limit=1')).edits;
  const { id, action, set, hooks, undone_at } = listed;
  assert.deepEqual(
    [id, action, set, hooks, undone_at],
    [result.edit_id, 'accepted', { niche: 'food', language: 'en-GB' }, 1_000, null],
  );
});

test('an undone acceptance waits in review again, is retired for clients, and added when it is accepted once more', async () => {
  const [one = '', other = ''] = await queue('regretted');
  const before = await version();
  const sent = receiver.requests.length;
  const { edit_id } = await edit({ ids: [one, other], set: { niche: 'food' }, state: 'published' });
  await until(
    async () => (await read(`/operator/deliveries?webhook=${webhook}`)).deliveries[0],
    ({ status }) => status === 'delivered',
  );
  assert.ok(receiver.requests.length > sent);
  const { body: undone } = await undo(edit_id);
  assert.deepEqual(undone, { edit_id, restored: 2, skipped: [], delivered: 1, catalog_version: before + 2 });
  const { state, niche, labels, curated_at } = await hookOf(one);
  assert.deepEqual([state, labels.method, curated_at], ['pending', 'rules', null]);
  assert.notEqual(niche, 'food');
  assert.equal((await service.get(`/hooks/${one}`, key)).status, 410);
  const changed = async () => (await changesSince(before)).map(({ id, change }) => [id, change]);
  assert.deepEqual(await changed(), [
    [one, 'retired'],
    [other, 'retired'],
  ]);
  await edit({ ids: [one], state: 'rejected' });
  await edit({ ids: [other], state: 'published' });
  assert.deepEqual(await changed(), [
    [one, 'retired'],
    [other, 'added'],
  ]);
  const again = await undo(edit_id);
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  assert.equal((await undo('edit_x')).status, 404);
});

test('an undo restores hooks that nobody changed since, and reports the others', async () => {
  const ids = await published('relabelled', [
    'Beans that pay rent',
    'Rice that pays rent',
    'Corn that pays rent',
    'Oats that pay',
  ]);
  const [beans = '', rice = '', corn = '', oats = ''] = ids;
  const { edit_id } = await edit({ ids, set: { niche: 'food', format: 'talking_head' }, state: 'retired' });
  assert.equal((await service.get(`/hooks/${beans}`, key)).status, 410);
  await service.operator('PATCH', `/operator/hooks/${rice}`, { archetype: 'story' });
  await service.operator('POST', `/operator/hooks/${corn}/takedown`, { reason: 'Request 1' });
  const more = hookLine('Oats that pay', { id: '3', views: 9_000_000 });
  await service.import(more, query('relabelled'));
  const { body: undone } = await undo(edit_id);
  assert.deepEqual(
    [undone.restored, undone.skipped],
    [
      2,
      [
        { id: rice, reason: 'changed since' },
        { id: corn, reason: 'taken down' },
      ],
    ],
  );
  for (const id of [beans, oats]) {
    const { state, niche, format, labels, retired_by } = await hookOf(id);
    assert.deepEqual(
      [state, niche, format, labels.method, retired_by],
      ['published', 'finance', 'vlog', 'given', null],
    );
    assert.equal((await service.get(`/hooks/${id}`, key)).body.data.niche, 'finance');
  }
  assert.deepEqual([(await hookOf(rice)).state, (await hookOf(rice)).niche], ['retired', 'food']);
  const { records } = await read(`/operator/audit?subject=${edit_id}`);
  assert.deepEqual(
    records.map(({ action, details }: Record<string, unknown>) => [action, details]),
    [
      ['edit.undone', { restored: 2, skipped: 2, delivered: 0 }],
      ['hook.retired', { hooks: 4, niche: 'food', format: 'talking_head' }],
    ],
  );
});

test('the undo of a text brings it back, unless another hook has it now', async () => {
  const texts = ['Plums cost less', 'Figs cost less'];
  await service.import(texts.map((text) => hookLine(text)).join('\n'), query('texts'));
  const [plums = '', figs = ''] = (await read('/operator/hooks?source=texts')).hooks.map(
    ({ id }: { id: string }) => id,
  );
  const first = await edit({ ids: [plums], set: { text: 'Pears cost less' } });
  const second = await edit({ ids: [figs], set: { text: 'Dates cost less' } });
  const { report } = await service.import(texts.map((text) => hookLine(text)).join('\n'), query('texts'));
  assert.deepEqual([report.added, report.unchanged], [0, 2], 'records of the former texts are of these hooks');
  assert.equal((await undo(first.edit_id)).body.restored, 1);
  const { text, raw_text, template, text_group, curated_at } = await hookOf(plums);
  assert.deepEqual([text, raw_text, template, curated_at], ['Plums cost less', null, 'Plums cost less', null]);
  assert.equal(text_group, textKey(text).slice(0, 16));
  await edit({ ids: [plums], set: { text: 'Figs cost less' } });
  const { skipped } = (await undo(second.edit_id)).body;
  assert.equal(skipped.length, 1);
  assert.match(skipped[0].reason, /^of a text that hook_\d+ has now$/);
});

test('hooks that cannot be changed are skipped with the reason', async () => {
  const [one = '', other = '', third = ''] = await queue('skipped');
  await edit({ ids: [one], state: 'rejected' });
  const before = await version();
  const { skipped, changed, edit_id } = await edit({
    ids: [one, other, 'hook_999999'],
    state: 'rejected',
    from: 'pending',
  });
  assert.deepEqual(
    [changed, skipped],
    [
      1,
      [
        { id: one, reason: 'already rejected' },
        { id: 'hook_999999', reason: 'unknown' },
      ],
    ],
  );
  assert.ok(edit_id);
  const nothing = await edit({ ids: [one, other], set: { niche: 'food' }, from: 'pending' });
  assert.deepEqual(
    [nothing.edit_id, nothing.changed, nothing.skipped[0].reason],
    [null, 0, 'now rejected, no longer pending'],
  );
  assert.equal(await version(), before, 'no client sees these changes');
  await edit({ ids: [third], state: 'published' });
  const reopened = await edit({ ids: [other, third], state: 'pending' });
  assert.deepEqual(reopened.skipped, [{ id: third, reason: 'published and clients may have it' }]);
});

test('a filter selects the hooks of an edit, such as all that wait of a creator', async () => {
  const ids = await queue('spammer');
  const kept = await queue('other');
  const result = await edit({
    filter: { creator: '@Spammer', platform: 'TikTok', state: 'pending' },
    state: 'rejected',
  });
  assert.equal(result.changed, 3);
  for (const id of ids) assert.equal((await hookOf(id)).state, 'rejected');
  assert.equal((await hookOf(kept[0] ?? '')).state, 'pending');
  for (const body of [
    {},
    { ids },
    { state: 'rejected' },
    { filter: {}, state: 'rejected' },
    { ids: [], state: 'rejected' },
    { ids: ['17'], state: 'rejected' },
    { ids, filter: { state: 'pending' }, state: 'rejected' },
    { ids, set: { text: 'One text for all' } },
    { ids, set: { niche: 'cheese' } },
    { filter: { min_confidence: 2 }, state: 'rejected' },
  ]) {
    const { status, body: problem } = await service.operator('PATCH', '/operator/hooks', body);
    assert.deepEqual([status, problem.code], [422, 'invalid_body'], JSON.stringify(body));
  }
});

test('hookline admin hooks edits by ids or filters, and hookline admin edits undoes it', async (t) => {
  const [one = '', other = ''] = await queue('typed');
  const printed: string[] = [];
  t.mock.method(console, 'log', (line: string) => printed.push(line));
  const hookline = (...args: string[]) => runCommand([...args, '--url', service.url, '--key', operatorKey]);
  assert.equal(await hookline('hooks', 'reject', '--creator', 'typed'), 0);
  const [, editId = ''] =
    /^Hooks changed: 2\. To undo: hookline admin edits undo (edit_\w+)$/.exec(printed[0] ?? '') ?? [];
  assert.equal((await hookOf(one)).state, 'rejected');
  assert.equal(await hookline('edits', 'undo', editId), 0);
  assert.match(printed[1] ?? '', /^Hooks restored: 2\./);
  assert.equal((await hookOf(one)).state, 'pending');
  assert.equal(await hookline('hooks', 'edit', one, other, 'hook_999999', '--set', 'niche=food'), 0);
  assert.match(printed[2] ?? '', /^Hooks changed: 2\..*\nid +reason\nhook_999999 +unknown$/);
  assert.equal(await hookline('hooks', 'edit', one, '--text', 'A corrected text'), 0);
  assert.equal((await hookOf(one)).text, 'A corrected text');
  assert.equal(await hookline('edits'), 0);
  assert.match(printed[4] ?? '', new RegExp(`${editId} +rejected +2 `));
});

test('of concurrent edits each hook gets one, whatever their order', async () => {
  const ids = await queue('contested');
  const before = await version();
  const [accepted, rejected, single] = await Promise.all([
    edit({ ids: ids.slice(0, 30), state: 'published', from: 'pending' }),
    edit({ ids: ids.slice(10).reverse(), state: 'rejected', from: 'pending' }),
    service.operator('PATCH', `/operator/hooks/${ids[20]}`, { state: 'published', niche: 'food', from: 'pending' }),
  ]);
  const isSingle = single.status === 200;
  assert.ok(isSingle || single.status === 409, JSON.stringify(single.body));
  const states = (await read('/operator/hooks?creator=contested&limit=200')).hooks.map(
    ({ state }: { state: string }) => state,
  );
  const count = (state: string) => states.filter((one: string) => one === state).length;
  assert.deepEqual([count('published'), count('rejected')], [accepted.changed + (isSingle ? 1 : 0), rejected.changed]);
  assert.equal(count('published') + count('rejected'), 40);
  assert.equal((await version()) - before, isSingle ? 2 : 1);
  for (const { reason } of [...accepted.skipped, ...rejected.skipped])
    assert.match(reason, /^now (published|rejected), no longer pending$|^already/);
});

test('a takedown deletes what edits replaced from every table, and blocks it', async () => {
  const [former, latter] = ['Zorillas audit at dawn', 'Zorillas audit at dusk'];
  const line = hookLine(former);
  const { report } = await service.import(`${line}\n${line.replace('150000', '5')}`, query('zorillas'));
  assert.deepEqual([report.added, report.rejected], [1, 1]);
  const [{ id }] = (await read('/operator/hooks?source=zorillas')).hooks;
  await edit({ ids: [id], set: { text: latter, niche: 'food' } });
  assert.ok((await tablesWith(database.pool, former)).length >= 3);
  const { body: takedown } = await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'Request 3' });
  await until(
    async () => (await read('/operator/takedowns')).takedowns.find((one: { id: string }) => one.id === takedown.id),
    ({ purged_at }) => purged_at !== null,
  );
  const texts = [former, latter];
  for (const text of texts) assert.deepEqual(await tablesWith(database.pool, text), [], `a row contains ${text}`);
  const again = await service.import(texts.map((text) => hookLine(text)).join('\n'), query('zorillas'));
  assert.equal(again.report.rejected, 2);
  await service.operator('DELETE', `/operator/takedowns/${takedown.id}`);
  assert.equal((await service.import(line, query('zorillas'))).report.added, 1);
});

test('edits can be undone for 30 days, and are in the audit log of a hook for longer', async () => {
  const [id = ''] = await queue('aged');
  const { edit_id } = await edit({ filter: { creator: 'aged' }, set: { niche: 'food' } });
  await sql`update edits set created_at = now() - interval '31 days' where id = ${edit_id}`.execute(database.db);
  await forgetEditsBefore(database.db, new Date(Date.now() - undoableMs));
  const { rows } = await sql`select before, after from edit_changes where edit_id = ${edit_id}`.execute(database.db);
  assert.deepEqual(rows, [{ before: null, after: null }]);
  const { status, body } = await undo(edit_id);
  assert.deepEqual([status, body.code], [409, 'conflict']);
  assert.match(body.detail, /can no longer be undone/);
  assert.equal((await read(`/operator/audit?subject=${id}`)).records.length, 1);
  await deleteEditsBefore(database.db, new Date(Date.now() - undoableMs));
  assert.equal((await undo(edit_id)).status, 404);
});
