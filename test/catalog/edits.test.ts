// Edits of one hook or many: the review queue, published changes, audit records, label decisions, refusals and undo. Merges of hooks with
// the same content, and near duplicates.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { undoableMs } from '../../src/catalog/curation/edit.ts';
import { deleteEditsBefore, forgetEditsBefore } from '../../src/catalog/curation/store-edits.ts';
import { refreshInThread, refreshNearDuplicates } from '../../src/catalog/near-duplicates/actions.ts';
import { openDatabase } from '../../src/db/database.ts';
import { textKey } from '../../src/lib/text.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { tablesWith } from './search-everything.ts';

const maxHooks = 4;
let service: TestService;
let database: ReturnType<typeof openDatabase>;
let receiver: Receiver;
let key: string;
let webhook: string;

before(async () => {
  service = await testService({
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_LIMIT_HOOKS_PER_EDIT: String(maxHooks),
    // The edits train the labeller, but no guess reaches the confidence for publication.
    HOOKLINE_LABEL_FLOOR: '1',
  });
  database = openDatabase(service.databaseUrl, () => {});
  receiver = await startReceiver();
  key = (await service.account('enterprise')).key;
  await fillQueue();
  await stageDuplicates();
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  webhook = body.webhook_id;
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
const editOne = (id: string, body: unknown) => service.operator('PATCH', `/operator/hooks/${id}`, body);
const undo = (id: string) => service.operator('POST', `/operator/edits/${id}/undo`);
const hookOf = (id: string) => read(`/operator/hooks/${id}`);
const version = async () => (await service.get('/health/ready')).body.catalog_version;
type Change = { id: string; change: string };
/** Returns each change as `ID change`. */
const changesSince = async (since: number): Promise<string[]> =>
  (await service.get(`/changes?since=${since}`, key)).body.data.map(({ id, change }: Change) => `${id} ${change}`);
const deliveries = async () => (await read(`/operator/deliveries?webhook=${webhook}`)).deliveries;
const takeDown = async (id: string) =>
  (await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'Request' })).body;
const textsOf = (page: { hooks: { text: string }[] }) => page.hooks.map(({ text }) => text);

const reasonsOf = ({ skipped }: { skipped: { id: string; reason: string }[] }) =>
  skipped.map(({ id, reason }) => `${id} ${reason}`);

/** Hooks pending because of uncertain labels, by creator. */
const waiting = {
  many: maxHooks + 1,
  regretted: 3,
  skipped: 3,
  spammer: 3,
  other: 1,
  contested: 6,
  aged: 1,
  undecided: 2,
};
/** Published hooks, by creator. */
const published: Record<string, string[]> = {
  relabelled: ['Beans that pay rent', 'Rice that pays rent', 'Corn that pays rent', 'Oats that pay'],
  texts: ['Plums cost less', 'Figs cost less'],
  confirmed: ['A line to confirm'],
  retired: ['A line to retire'],
  typos: ['Stop buyng 3 index funds'],
  newts: ['Newts sleep standing up', 'Newts sleep lying down', 'Newts never sleep'],
};
/** Only lines of `relabelled` and `typos` have ids. */
const textLine = (creator: string, at: number, more: Parameters<typeof hookLine>[1] = {}) =>
  lineOf(hookLine(published[creator]?.[at] ?? '', more), {
    creator,
    id: ['relabelled', 'typos'].includes(creator) ? `${creator}${at}` : undefined,
  });

/** Imports the hooks of most tests at once. */
async function fillQueue(): Promise<void> {
  const unsureLines = Object.entries(waiting).flatMap(([creator, count]) =>
    Array.from({ length: count }, (_, at) => unsure(`zzqv ${creator} ${at}`, { creator })),
  );
  const lines = [
    ...unsureLines,
    ...Object.entries(published).flatMap(([creator, texts]) => texts.map((_, at) => textLine(creator, at))),
    unsure('zzqv one', { creator: 'accepted', niche: 'finance' }),
  ];
  assert.equal((await service.import(lines.join('\n'), query('queue'))).report.pending, unsureLines.length + 1);
}

/** Ids of the hooks of a creator, in the order of the import. */
async function queue(creator: string): Promise<string[]> {
  const { rows } = await database.pool.query('select id from hooks where creator = $1 order by id', [creator]);
  assert.ok(rows.length > 0);
  return rows.map(({ id }) => `hook_${id}`);
}

const query = (source: string) => `preset=hookline&format=jsonl&source=${source}`;
const lineOf = (line: string, more: object) => JSON.stringify({ ...JSON.parse(line), ...more });
/** A line without a cue for any label. */
const unsure = (text: string, more: object = {}) =>
  JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en', ...more });

/** Ids of the hooks that an import adds, in its order. */
async function added(source: string, lines: readonly string[]): Promise<string[]> {
  await service.import(lines.join('\n'), query(source));
  const { rows } = await database.pool.query('select id from hooks where source = $1 order by id', [source]);
  return rows.map(({ id }) => `hook_${id}`);
}

/** Returns each decision as `label: guessed (method), decided`. */
async function decisionsOf(id: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select label || ': ' || guessed || ' (' || method || '), ' || decided as text from label_decisions where hook_id = $1 order by id`,
    [id.slice(5)],
  );
  return rows.map(({ text }) => text);
}

const originsOf = ({ labels }: { labels: Record<string, { method: string }> }) =>
  ['archetype', 'emotional_trigger', 'niche', 'format'].map((label) => `${labels[label]?.method ?? null}`).join(' ');

test('hooks up to the limit are accepted as one version, with one event, one audit record and each decision', async () => {
  const ids = await queue('many');
  const [first = '', ...others] = ids;
  const filtered = { filter: { creator: 'many' }, state: 'published' };
  const tooMany = await service.operator('PATCH', '/operator/hooks', filtered);
  assert.deepEqual([tooMany.status, tooMany.body.code], [422, 'invalid_body']);
  assert.match(tooMany.body.detail, /matches 5 hooks, more than the 4 .*HOOKLINE_LIMIT_HOOKS_PER_EDIT/);
  const before = await version();
  const set = { niche: 'food', language: 'en-GB' };
  const result = await edit({ ids: others, set, state: 'published', from: 'pending' });
  assert.deepEqual(result, { edit_id: result.edit_id, changed: maxHooks, skipped: [], catalog_version: before + 1 });
  assert.equal(await version(), before + 1);
  const { body: found } = await service.get('/hooks?niche=food&language=en-GB&limit=1', key);
  assert.equal(found.total, maxHooks);
  const { state, curated_at, labels } = await hookOf(others[0] ?? '');
  assert.deepEqual([state, labels.method, labels.confidence, !curated_at], ['published', 'curator', 1, false]);
  assert.equal((await hookOf(first)).state, 'pending');
  assert.equal((await deliveries()).length, 1);
  const { records } = await read(`/operator/audit?subject=${others[0]}`);
  const [{ action, subject, details }, ...older] = records;
  assert.deepEqual([action, subject, older], ['hook.accepted', result.edit_id, []]);
  assert.deepEqual(details, { hooks: maxHooks, niche: 'food', language: 'en-GB' });
  const { rows: decisions } = await sql`select from label_decisions
    where edit_id = ${result.edit_id} and label = 'niche' and decided = 'food'`.execute(database.db);
  assert.equal(decisions.length, maxHooks);
  const [listed] = (await read('/operator/edits?limit=1')).edits;
  assert.deepEqual([listed.id, listed.action, listed.hooks], [result.edit_id, 'accepted', maxHooks]);
});

test('an undone acceptance returns to review, is retired for clients, and is added when accepted again', async () => {
  const [one = '', other = '', rejected = ''] = await queue('regretted');
  const before = await version();
  const sent = receiver.requests.length;
  const { edit_id } = await edit({ ids: [one, other], set: { niche: 'food' }, state: 'published' });
  await until(deliveries, ([newest]) => newest.status === 'delivered');
  assert.ok(receiver.requests.length > sent);
  const { body: undone } = await undo(edit_id);
  assert.deepEqual(undone, { edit_id, restored: 2, skipped: [], delivered: 1, catalog_version: before + 2 });
  const { state, niche, labels, curated_at } = await hookOf(one);
  assert.deepEqual([state, labels.method, curated_at], ['pending', 'rules', null]);
  assert.notEqual(niche, 'food');
  assert.equal((await service.get(`/hooks/${one}`, key)).status, 410);
  assert.deepEqual(await changesSince(before), [`${one} retired`, `${other} retired`]);
  await edit({ ids: [one], state: 'rejected' });
  await edit({ ids: [other], state: 'published' });
  assert.deepEqual(await changesSince(before), [`${one} retired`, `${other} added`]);
  const again = await undo(edit_id);
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  assert.equal((await undo('edit_x')).status, 404);
  const { length } = await deliveries();
  await edit({ ids: [rejected], state: 'rejected' });
  await edit({ ids: [rejected], state: 'published' });
  assert.equal((await deliveries()).length, length + 1, 'a hook that was rejected first is announced too');
});

test('an undo restores hooks not changed since, and reports the others', async () => {
  const ids = await queue('relabelled');
  const [beans = '', rice = '', corn = '', oats = ''] = ids;
  const { edit_id } = await edit({ ids, set: { niche: 'food', format: 'talking_head' }, state: 'retired' });
  assert.equal((await service.get(`/hooks/${beans}`, key)).status, 410);
  await editOne(rice, { archetype: 'story' });
  await takeDown(corn);
  await service.import(textLine('relabelled', 3, { views: 9_000_000 }), query('queue'));
  const { body: undone } = await undo(edit_id);
  assert.equal(undone.restored, 2);
  assert.deepEqual(reasonsOf(undone), [`${rice} changed since`, `${corn} taken down`]);
  for (const id of [beans, oats]) {
    const { state, niche, format, labels } = await hookOf(id);
    assert.deepEqual([state, niche, format, labels.method], ['published', 'finance', 'vlog', 'given']);
    assert.equal((await service.get(`/hooks/${id}`, key)).body.data.niche, 'finance');
  }
  assert.deepEqual([(await hookOf(rice)).state, (await hookOf(rice)).niche], ['retired', 'food']);
  const { records } = await read(`/operator/audit?subject=${edit_id}`);
  assert.deepEqual(records[0].details, { restored: 2, skipped: 2, delivered: 0 });
});

test('undoing a text edit restores the text, unless another hook has it', async () => {
  const [plums = '', figs = ''] = await queue('texts');
  const first = await edit({ ids: [plums], set: { text: 'Pears cost less' } });
  const second = await edit({ ids: [figs], set: { text: 'Dates cost less' } });
  const { report } = await service.import(`${textLine('texts', 0)}\n${textLine('texts', 1)}`, query('queue'));
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
  const result = await edit({ ids: [one, other, 'hook_999999'], state: 'rejected', from: 'pending' });
  assert.equal(result.changed, 1);
  assert.deepEqual(reasonsOf(result), [`${one} already rejected`, 'hook_999999 unknown']);
  assert.equal(await version(), before, 'no client sees these changes');
  await edit({ ids: [third], state: 'published' });
  const reopened = await edit({ ids: [other, third], state: 'pending' });
  assert.deepEqual(reasonsOf(reopened), [`${third} published and clients may have it`]);
});

test('a filter selects the hooks of an edit, such as a creator’s pending ones', async () => {
  const ids = await queue('spammer');
  const kept = await queue('other');
  const filter = { creator: '@Spammer', platform: 'TikTok', state: 'pending' };
  assert.equal((await edit({ filter, state: 'rejected' })).changed, 3);
  for (const id of ids) assert.equal((await hookOf(id)).state, 'rejected');
  assert.equal((await hookOf(kept[0] ?? '')).state, 'pending');
  for (const body of [
    { state: 'rejected' },
    { ids: ['17'], state: 'rejected' },
    { ids, filter: { state: 'pending' }, state: 'rejected' },
    { ids, set: { text: 'One text for all' } },
    { ids, set: { niche: 'cheese' } },
  ]) {
    const { status, body: problem } = await service.operator('PATCH', '/operator/hooks', body);
    assert.deepEqual([status, problem.code], [422, 'invalid_body'], JSON.stringify(body));
  }
});

test('concurrent edits change each hook once, in any order', async () => {
  const ids = await queue('contested');
  const before = await version();
  const [accepted, rejected, single] = await Promise.all([
    edit({ ids: ids.slice(0, 4), state: 'published', from: 'pending' }),
    edit({ ids: ids.slice(2).reverse(), state: 'rejected', from: 'pending' }),
    service.operator('PATCH', `/operator/hooks/${ids[3]}`, { state: 'published', niche: 'food', from: 'pending' }),
  ]);
  const isSingle = single.status === 200;
  assert.ok(isSingle || single.status === 409, JSON.stringify(single.body));
  const { hooks } = await read('/operator/hooks?creator=contested&limit=200');
  const count = (state: string) => hooks.filter((hook: { state: string }) => hook.state === state).length;
  assert.deepEqual([count('published'), count('rejected')], [accepted.changed + (isSingle ? 1 : 0), rejected.changed]);
  assert.equal(count('published') + count('rejected'), 6);
  assert.equal((await version()) - before, isSingle ? 2 : 1);
  for (const { reason } of [...accepted.skipped, ...rejected.skipped])
    assert.match(reason, /^now (published|rejected), no longer pending$|^already/);
});

test('a takedown deletes and blocks texts that edits replaced, in all tables', async () => {
  const [former, latter] = ['Zorillas audit at dawn', 'Zorillas audit at dusk'];
  const line = hookLine(former);
  const { report } = await service.import(`${line}\n${line.replace('150000', '5')}`, query('zorillas'));
  assert.deepEqual([report.added, report.rejected], [1, 1]);
  const [{ id }] = (await read('/operator/hooks?source=zorillas')).hooks;
  await edit({ ids: [id], set: { text: latter, niche: 'food' } });
  assert.ok((await tablesWith(database.pool, former)).length >= 3);
  const takedown = await takeDown(id);
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

test('accepting a hook confirms its labels, guessed and given, as the curator’s, and undoing it reverts that', async () => {
  const [id = ''] = await queue('accepted');
  const before = await hookOf(id);
  assert.equal(before.state, 'pending');
  assert.deepEqual([before.labels.niche.method, before.labels.niche.confidence], ['given', 1]);
  const { edit_id } = await edit({ ids: [id], set: { archetype: 'story' }, state: 'published' });
  const after = await hookOf(id);
  assert.equal(originsOf(after), `curator curator curator ${before.format === null ? null : 'curator'}`);
  assert.deepEqual([after.labels.method, after.labels.confidence], ['curator', 1]);
  const { archetype, emotional_trigger: trigger, labels } = before;
  assert.deepEqual((await decisionsOf(id)).slice(0, 3), [
    `archetype: ${archetype} (${labels.archetype.method}), story`,
    `emotional_trigger: ${trigger} (${labels.emotional_trigger.method}), ${trigger}`,
    'niche: finance (given), finance',
  ]);
  assert.equal((await undo(edit_id)).status, 200);
  assert.deepEqual(await decisionsOf(id), []);
  assert.deepEqual((await hookOf(id)).labels, before.labels);
});

test('setting a label of a published hook to its current value confirms only that label', async () => {
  const [id = ''] = await queue('confirmed');
  await editOne(id, { niche: 'finance' });
  assert.deepEqual(await decisionsOf(id), ['niche: finance (given), finance']);
  assert.equal(originsOf(await hookOf(id)), 'given given curator given');
  await editOne(id, { niche: 'finance' });
  assert.equal((await decisionsOf(id)).length, 1, 'what a curator decided is not confirmed again');
  await editOne(id, { niche: 'food' });
  assert.deepEqual((await decisionsOf(id))[1], 'niche: finance (curator), food');
  // Rejecting, retiring and editing other fields decides no labels.
  const [[waits = '', other = ''], [retired = '']] = [await queue('undecided'), await queue('retired')];
  await edit({ ids: [waits], state: 'rejected' });
  await edit({ ids: [retired], state: 'retired' });
  await edit({ ids: [other], set: { language: 'de' } });
  for (const one of [waits, other, retired]) assert.deepEqual(await decisionsOf(one), []);
});

test('a published guess stays on reimport, and is replaced by a label that the source gives', async () => {
  const line = unsure('zzqv again', { archetype: 'story', emotional_trigger: 'fear', niche: 'food' });
  const [id = ''] = await added('again', [line]);
  // A relabelling or an earlier model may have guessed this.
  await sql`update hooks set niche = 'pets', niche_method = 'model', niche_confidence = 0.9, label_method = 'rules',
    label_confidence = 0.9 where id = ${Number(id.slice(5))}`.execute(database.db);
  const again = JSON.parse(line);
  await added('again', [JSON.stringify({ ...again, niche: undefined, emotional_trigger: 'surprise' })]);
  const { niche, labels } = await hookOf(id);
  assert.deepEqual([niche, labels.niche, labels.method], ['pets', { method: 'model', confidence: 0.9 }, 'rules']);
  await added('again', [JSON.stringify({ ...again, niche: 'home' })]);
  const given = await hookOf(id);
  assert.deepEqual([given.niche, given.labels.niche.method, given.labels.method], ['home', 'given', 'given']);
});

test('hooks are found by labels, source and import, sorted, in pages; the review queue by creator, language and reason, with counts', async () => {
  const lines = [
    hookLine('Alpha line to find', { views: 300_000, niche: 'food', id: 'a' }),
    hookLine('Beta line to find', { views: 100_000, niche: 'finance', archetype: 'story', id: 'b' }),
    hookLine('Gamma line to find', { views: 200_000, niche: 'food', platform: 'YouTube', id: 'c' }),
  ];
  const { import_id } = await service.import(lines.join('\n'), query('findable'));
  const found = async (query: string) => textsOf(await read(`/operator/hooks?source=findable&${query}`)).join();
  assert.equal(await found('niche=food'), 'Alpha line to find,Gamma line to find');
  assert.equal(await found('archetype=Story'), 'Beta line to find');
  assert.equal(await found('platform=YouTube&method=given&language=en'), 'Gamma line to find');
  assert.equal(await found(`import=${import_id}&text=BETA`), 'Beta line to find');
  // All labels are given, so their confidence is 1 and the most viewed hooks are the most promising.
  for (const sort of ['views', 'promising']) {
    const walked: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await read(`/operator/hooks?source=findable&sort=${sort}&limit=1${next ? `&after=${next}` : ''}`);
      walked.push(`${page.total}: ${textsOf(page)}`);
      next = page.next;
    }
    assert.deepEqual(walked, ['3: Alpha line to find', '3: Gamma line to find', '3: Beta line to find']);
  }
  const promising = await read('/operator/hooks?sort=promising&limit=200');
  type Ranked = { views: number; labels: { confidence: number }; review_reason: string | null };
  const rarely = ['music_video', 'trailer', 'match_title', 'lyrics'];
  const worth: number[] = promising.hooks.map(({ views, labels: { confidence }, review_reason: reason }: Ranked) =>
    reason !== null && rarely.includes(reason) ? 0 : views * confidence * confidence,
  );
  assert.deepEqual(
    worth,
    worth.toSorted((one, other) => other - one),
  );
  for (const query of ['niche=cheese', 'sort=best', 'limit=201', 'sort=views&after=hook_1'])
    assert.equal((await service.operator('GET', `/operator/hooks?${query}`)).status, 400, query);

  const labelled = (text: string, more: object) => lineOf(hookLine(text, { niche: 'underwater polo' }), more);
  const eels = [
    labelled('Some eels never pay rent', { creator: 'Eel.Talks', language: 'en-US', id: '1' }),
    labelled('Other eels own a house', { creator: 'Eel.Talks', language: 'es', id: '2' }),
    labelled('SOME EELS never pay rent!', { creator: 'another', language: 'en', id: '3' }),
  ];
  await service.import(eels.join('\n'), query('eels'));
  const waits = async (query: string) => textsOf(await read(`/operator/hooks?state=pending&source=eels&${query}`));
  assert.equal(
    (await waits('creator=@eel.talks&sort=newest')).join(),
    'Other eels own a house,Some eels never pay rent',
  );
  assert.equal((await waits('language=en')).join(), 'Some eels never pay rent,SOME EELS never pay rent!');
  assert.equal((await waits('language=en-us')).join(), 'Some eels never pay rent');
  assert.equal((await waits('reason=unknown_label&reason=low_confidence')).length, 3);
  assert.deepEqual(await waits('max_confidence=0.001'), []);
  const { hooks } = await read('/operator/hooks?state=pending&source=eels');
  assert.deepEqual(hooks[0].given_labels, { niche: 'underwater polo' });
  assert.equal((await waits(`text_group=${hooks[0].text_group}`)).length, 2);
  const { waiting: count, sources, languages } = await read('/operator/review');
  assert.equal(count, (await read('/operator/hooks?state=pending&limit=1')).total);
  const counted = [...sources, ...languages].map(
    ({ value, hooks }: { value: string; hooks: number }) => `${value} ${hooks}`,
  );
  assert.ok(counted.includes('eels 3') && counted.includes('es 1'), counted.join());
});

test('editing the text of a hook updates derived fields and keeps its id and source text', async () => {
  const [before] = (await read('/operator/hooks?creator=typos')).hooks;
  const since = await version();
  const { status, body: edited } = await editOne(before.id, { text: ' Stop buying \u200b5 index funds,  Ada ' });
  assert.equal(status, 200, JSON.stringify(edited));
  const { id, text, raw_text, template, word_count, labels } = edited;
  assert.deepEqual([id, text, raw_text], [before.id, 'Stop buying 5 index funds, Ada', 'Stop buyng 3 index funds']);
  assert.deepEqual([template, word_count, labels.method], ['Stop buying [number] index funds, [name]', 6, 'given']);
  assert.ok(edited.curated_at >= edited.added_at && edited.text_group !== before.text_group);
  assert.deepEqual(await changesSince(since), [`${before.id} updated`]);
  assert.equal((await service.get(`/hooks/${before.id}`, key)).body.data.text, edited.text);
  const [record] = (await read(`/operator/audit?subject=${before.id}`)).records;
  assert.equal(record.action, 'hook.edited');
  assert.deepEqual(record.details.text, { from: before.text, to: edited.text });
  await service.import(textLine('typos', 0).replace('3 index', '4 index'), query('queue'));
  assert.deepEqual(textsOf(await read('/operator/hooks?creator=typos')), [edited.text], 'imports keep it');
  const own = await editOne(before.id, { text: 'Stop buying funds', template: 'Stop buying [thing]' });
  assert.deepEqual([own.body.template, own.body.raw_text], ['Stop buying [thing]', 'Stop buyng 3 index funds']);
  assert.equal((await editOne(before.id, { text: 'Stop buyng 3 index funds' })).body.raw_text, null);
});

test('a text that is empty, blocked by a takedown or of another hook is refused', async () => {
  const [standing = '', lying = '', never = ''] = await queue('newts');
  for (const text of ['', ' \u200b ', '…!', 'a'.repeat(501)])
    assert.deepEqual((await editOne(lying, { text })).body.code, 'invalid_body', text);
  const takedown = await takeDown(never);
  for (const text of ['NEWTS never sleep!', 'Newts never sleep #fyp']) {
    const { status, body } = await editOne(lying, { text });
    assert.deepEqual([status, body.code], [409, 'conflict']);
    assert.match(body.detail, new RegExp(`blocked by takedown ${takedown.id}`));
  }
  const { status, body } = await editOne(lying, { text: 'Newts sleep: standing up' });
  assert.deepEqual([status, body.code], [409, 'conflict']);
  assert.match(body.detail, new RegExp(`^${standing} has the same text.*Merge ${lying}`));
  assert.equal((await read(`/operator/hooks/${lying}`)).text, 'Newts sleep lying down');
});

const kettle = 'https://youtu.be/KettleVideo';
const foxes = 'https://youtu.be/TheOtherOne';
const eggs = [
  'Nobody tells you this about frying an egg in the morning',
  'Nobody tells you this about frying an egg in the evening',
  'Nobody tells you this about frying an egg in the mornings',
] as const;

async function stageDuplicates(): Promise<void> {
  await add(
    'first',
    ['A kettle that never boils', { views: 200_000, at: '2026-01-01', id: 'k1' }],
    ['Seven foxes in the rain', { views: 200_000, at: '2026-01-01', url: 'https://youtu.be/FirstTheOne' }],
    ['Nine trains and one ticket', { id: 'n1', niche: 'no such niche' }],
    ['Rain on a tin roof', { id: 'r1' }],
    ['Two owls on a wire'],
    ['The secret of the orchard', { url: 'https://youtu.be/OrchardOne_' }],
    [eggs[0], { id: 'e0' }],
  );
  const before = (views: number, at: string): Line[] => [
    ['The kettle which never boils', { views, at, url: kettle }],
    ['Seven foxes in a rain', { views, at, url: foxes }],
  ];
  await add('second', ...before(250_000, '2026-01-05'));
  await add(
    'second',
    ...before(300_000, '2026-02-01'),
    ['Nine trains, one ticket', { id: 'n2', niche: 'travel' }],
    ['Rain on the tin roof'],
    ['Two owls upon a wire', { url: 'https://youtu.be/OwlsOnAWire' }],
    ['A secret of the orchard', { id: 'o1' }],
    [eggs[1], { id: 'e1' }],
    [eggs[2], { id: 'e2' }],
    ['Goats known by a video', { url: 'https://youtu.be/GoatsVideo_' }],
    ['Goats known by an id', { id: 'goats' }],
  );
}

type Values = { views?: number; at?: string; url?: string; id?: string; niche?: string };
type Line = [text: string, values?: Values];

/** Imports lines as one file of a source. */
async function add(source: string, ...lines: Line[]) {
  const content = lines.map(([text, { views, at, url, id, niche } = {}]) =>
    JSON.stringify({ ...JSON.parse(hookLine(text, { views, niche })), id, views_captured_at: at, source_url: url }),
  );
  return (await service.import(content.join('\n'), `preset=hookline&format=jsonl&source=${source}`)).report;
}

async function idOf(text: string): Promise<string> {
  const { rows } = await database.pool.query('select id from hooks where text = $1 order by id desc limit 1', [text]);
  return `hook_${rows[0].id}`;
}

const merge = (id: string, into: string) => service.operator('POST', `/operator/hooks/${id}/merge`, { into });
const historyOf = async (id: string) =>
  (
    await database.pool.query('select views from view_history where hook_id = $1 order by views', [id.slice(5)])
  ).rows.map(({ views }) => Number(views));

test('merging two hooks of one video shows the newest count, with the history and sources of both', async () => {
  const [keep, drop] = [await idOf('A kettle that never boils'), await idOf('The kettle which never boils')];
  const before = await version();
  const { body: merged, status } = await merge(drop, keep);
  assert.equal(status, 200);
  assert.deepEqual([merged.id, merged.views, merged.video_key], [keep, 300_000, 'youtube/KettleVideo']);
  const holders = merged.holders.map(({ source, views }: { source: string; views: number }) => `${source} ${views}`);
  assert.deepEqual(holders, ['first 200000', 'second 300000']);
  assert.deepEqual(await historyOf(keep), [200_000, 250_000, 300_000]);
  assert.deepEqual(await historyOf(drop), []);
  const dropped = await hookOf(drop);
  assert.deepEqual(
    [dropped.state, dropped.retired_by, dropped.merged_into, dropped.video_key, dropped.text],
    ['retired', 'merge', keep, null, 'The kettle which never boils'],
  );
  assert.deepEqual(await changesSince(before), [`${keep} updated`, `${drop} retired`]);
  const audit = await read('/operator/audit?action=hook.merged');
  assert.deepEqual(audit.records[0].details, { into: keep, same_video: true });

  const other = await idOf('Rain on a tin roof');
  await merge(keep, other);
  assert.equal((await hookOf(drop)).merged_into, other, 'a chain of merges leads to its end');
});

test('a merge of two different videos mixes neither views nor history', async () => {
  const [keep, drop] = [await idOf('Seven foxes in the rain'), await idOf('Seven foxes in a rain')];
  assert.deepEqual(await historyOf(drop), [250_000]);
  await merge(drop, keep);
  const { views, holders } = await hookOf(keep);
  assert.deepEqual([views, holders.map(({ source }: { source: string }) => source)], [200_000, ['first']]);
  assert.deepEqual([await historyOf(keep), await historyOf(drop)], [[], []]);
});

test('merging a published hook into a pending one publishes it, with the published fields', async () => {
  const [waiting, published] = [await idOf('Nine trains and one ticket'), await idOf('Nine trains, one ticket')];
  assert.equal((await hookOf(waiting)).state, 'pending');
  const { body } = await merge(published, waiting);
  assert.deepEqual([body.state, body.text, body.niche], ['published', 'Nine trains, one ticket', 'travel']);
  assert.equal((await service.get(`/hooks/${waiting}`, key)).body.data.text, 'Nine trains, one ticket');
});

test('an invalid merge is refused', async () => {
  const [a, b] = [await idOf('Rain on a tin roof'), await idOf('Rain on the tin roof')];
  const statuses = await Promise.all([merge(a, a), merge('hook_999999', a), merge(a, 'hook_999999')]);
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [409, 404, 404],
  );
  await merge(b, a);
  assert.match((await merge(b, a)).body.detail, new RegExp(`${b} is already merged into ${a}`));
});

test('later records of merged hooks match the remaining ones, by text or video', async () => {
  const [owls, owlsOfVideo] = [await idOf('Two owls on a wire'), await idOf('Two owls upon a wire')];
  await merge(owlsOfVideo, owls);
  assert.equal((await hookOf(owls)).video_key, 'youtube/OwlsOnAWire');
  const [goats, keptGoats] = [await idOf('Goats known by an id'), await idOf('Goats known by a video')];
  await merge(goats, keptGoats);
  const again = await add(
    'second',
    ['Two owls on a wire'],
    ['Rain on the tin roof'],
    ['Seven foxes in a rain', { views: 950_000, at: '2026-03-01', url: foxes }],
    ['Goats under other words', { views: 700_000, id: 'goats' }],
  );
  assert.equal(again.added, 0);
  assert.equal((await hookOf(keptGoats)).views, 700_000, 'a source id leads there too');
  assert.equal((await hookOf(await idOf('Seven foxes in the rain'))).views, 200_000, 'another video does not');
  assert.equal((await hookOf(await idOf('Rain on the tin roof'))).state, 'retired');
});

test('a takedown includes the hooks merged into its hook', async () => {
  const [keep, drop] = [await idOf('The secret of the orchard'), await idOf('A secret of the orchard')];
  await merge(drop, keep);
  assert.match((await takeDown(drop)).detail, new RegExp(`merged into ${keep}. Take that one down`));
  assert.equal((await takeDown(keep)).hook_id, keep);
  for (const id of [keep, drop]) {
    const { text, creator, retired_by } = await hookOf(id);
    assert.deepEqual([text, creator, retired_by], ['', null, 'takedown']);
    assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  }
  const report = await add('third', ['A secret of the orchard']);
  assert.equal(report.rejected, 1, 'its words are blocked too');
});

test('an import without changes creates no version and starts no search for near duplicates', async () => {
  const search = "from pgboss.job where name = 'near_duplicates' and state = 'created'";
  const searches = async () => (await database.pool.query(`select ${search}`)).rows.length;
  await database.pool.query("delete from pgboss.job where name = 'near_duplicates'");
  const before = await version();
  const again = await add('first', ['Rain on a tin roof', { id: 'r1' }]);
  assert.deepEqual([again.unchanged, again.catalog_version, await searches()], [1, before, 0]);
  await add('first', ['The last bus to the harbour', { id: 'b1' }]);
  await add('first', ['The next bus to the harbour', { id: 'b2' }]);
  assert.equal(await searches(), 1, 'imports wait for one search');
});

test('near duplicates are listed on both sides until they are dismissed or merged', async () => {
  const [a, b, c] = [await idOf(eggs[0]), await idOf(eggs[1]), await idOf(eggs[2])];
  const found = async () => {
    const { body } = await service.operator('GET', `/operator/hooks?duplicates=near&id=${a}`);
    return body.hooks.flatMap(({ near_duplicates }: { near_duplicates: { id: string }[] }) =>
      near_duplicates.map(({ id }) => id),
    );
  };
  await refreshInThread(service.databaseUrl, new AbortController().signal);
  assert.deepEqual(await found(), [c, b]);
  const [near] = (await hookOf(c)).near_duplicates;
  assert.deepEqual([near.id, near.text], [a, eggs[0]]);
  assert.ok(near.similarity > 0.9);
  assert.equal((await service.operator('GET', '/operator/hooks?duplicates=near&text=frying')).body.total, 3);

  const dismiss = () => service.operator('DELETE', `/operator/hooks/${b}/near-duplicates/${a}`);
  assert.deepEqual([(await dismiss()).status, (await dismiss()).status], [200, 404]);
  await merge(c, a);
  await refreshNearDuplicates(database.db);
  assert.deepEqual(await found(), [], 'the next search does not list them again');
});
