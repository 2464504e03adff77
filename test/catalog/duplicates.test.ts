// Hooks that say the same: merged by an operator, found as near duplicates, and taken down together.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { refreshInThread } from '../../src/catalog/near-duplicates/thread.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;
let client: pg.Client;

const kettle = 'https://youtu.be/KettleVideo';
const foxes = 'https://youtu.be/TheOtherOne';
const eggs = [
  'Nobody tells you this about frying an egg in the morning',
  'Nobody tells you this about frying an egg in the evening',
  'Nobody tells you this about frying an egg in the mornings',
] as const;

before(async () => {
  service = await testService();
  key = (await service.account('enterprise')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  // What the template parks.
  await client.query('delete from pgboss.job');
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
});

after(async () => {
  await client.end();
  await service.close();
});

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
  const { rows } = await client.query('select id from hooks where text = $1 order by id desc limit 1', [text]);
  return `hook_${rows[0].id}`;
}

const hook = async (id: string) => (await service.operator('GET', `/operator/hooks/${id}`)).body;
const merge = (id: string, into: string) => service.operator('POST', `/operator/hooks/${id}/merge`, { into });
const historyOf = async (id: string) =>
  (await client.query('select views from view_history where hook_id = $1 order by views', [id.slice(5)])).rows.map(
    ({ views }) => Number(views),
  );

test('of two hooks of one video the one that stays shows the newest count, and has the history and holders of both', async () => {
  const [keep, drop] = [await idOf('A kettle that never boils'), await idOf('The kettle which never boils')];
  const { body: stats } = await service.operator('GET', '/operator/stats');
  const { body: merged, status } = await merge(drop, keep);
  assert.equal(status, 200);
  assert.deepEqual([merged.id, merged.views, merged.video_key], [keep, 300_000, 'youtube/KettleVideo']);
  assert.deepEqual(
    merged.holders.map(({ source, views }: { source: string; views: number }) => [source, views]),
    [
      ['first', 200_000],
      ['second', 300_000],
    ],
  );
  assert.deepEqual(await historyOf(keep), [200_000, 250_000, 300_000]);
  assert.deepEqual(await historyOf(drop), []);
  const dropped = await hook(drop);
  assert.deepEqual(
    [dropped.state, dropped.retired_by, dropped.merged_into, dropped.video_key, dropped.text],
    ['retired', 'merge', keep, null, 'The kettle which never boils'],
  );
  const gone = await fetch(`${service.url}/hooks/${drop}`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(gone.status, 308);
  const { body: changes } = await service.get(`/changes?since=${stats.catalog_version}`, key);
  assert.deepEqual(
    changes.data.map(({ id, change }: { id: string; change: string }) => [id, change]),
    [
      [keep, 'updated'],
      [drop, 'retired'],
    ],
  );
  const { body: audit } = await service.operator('GET', `/operator/audit?action=hook.merged`);
  assert.deepEqual(audit.records[0].details, { into: keep, same_video: true });

  const other = await idOf('Rain on a tin roof');
  await merge(keep, other);
  assert.equal((await hook(drop)).merged_into, other, 'a chain of merges leads to its end');
});

test('a merge of two different videos mixes neither views nor history', async () => {
  const [keep, drop] = [await idOf('Seven foxes in the rain'), await idOf('Seven foxes in a rain')];
  assert.deepEqual(await historyOf(drop), [250_000]);
  await merge(drop, keep);
  const { views, holders } = await hook(keep);
  assert.deepEqual([views, holders.map(({ source }: { source: string }) => source)], [200_000, ['first']]);
  assert.deepEqual([await historyOf(keep), await historyOf(drop)], [[], []]);
});

test('a hook that waits is published by a merge with a published one, with what clients had', async () => {
  const [waiting, published] = [await idOf('Nine trains and one ticket'), await idOf('Nine trains, one ticket')];
  assert.equal((await hook(waiting)).state, 'pending');
  const { body } = await merge(published, waiting);
  assert.deepEqual([body.state, body.text, body.niche], ['published', 'Nine trains, one ticket', 'travel']);
  assert.equal((await service.get(`/hooks/${waiting}`, key)).body.data.text, 'Nine trains, one ticket');
});

test('what cannot be merged is refused', async () => {
  const [a, b] = [await idOf('Rain on a tin roof'), await idOf('Rain on the tin roof')];
  for (const [id, into, status] of [
    [a, a, 409],
    ['hook_999999', a, 404],
    [a, 'hook_999999', 404],
  ] as const)
    assert.equal((await merge(id, into)).status, status);
  await merge(b, a);
  assert.match((await merge(b, a)).body.detail, new RegExp(`${b} is already merged into ${a}`));
});

test('later records of merged hooks lead to the ones that stayed, by their words or video', async () => {
  const [owls, owlsOfVideo] = [await idOf('Two owls on a wire'), await idOf('Two owls upon a wire')];
  await merge(owlsOfVideo, owls);
  assert.equal((await hook(owls)).video_key, 'youtube/OwlsOnAWire');
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
  assert.equal((await hook(keptGoats)).views, 700_000, 'a source id leads there too');
  assert.equal((await hook(await idOf('Seven foxes in the rain'))).views, 200_000, 'another video does not');
  assert.equal((await hook(await idOf('Rain on the tin roof'))).state, 'retired');
});

test('a takedown reaches the hooks that were merged into its hook', async () => {
  const [keep, drop] = [await idOf('The secret of the orchard'), await idOf('A secret of the orchard')];
  await merge(drop, keep);
  const refused = await service.operator('POST', `/operator/hooks/${drop}/takedown`, { reason: 'r' });
  assert.match(refused.body.detail, new RegExp(`merged into ${keep}. Take that one down`));
  assert.equal((await service.operator('POST', `/operator/hooks/${keep}/takedown`, { reason: 'r' })).status, 200);
  for (const id of [keep, drop]) {
    const { text, creator, retired_by } = await hook(id);
    assert.deepEqual([text, creator, retired_by], ['', null, 'takedown']);
    assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  }
  const report = await add('third', ['A secret of the orchard']);
  assert.equal(report.rejected, 1, 'its words are blocked too');
});

test('an import that changes nothing starts no search for near duplicates', async () => {
  const searches = async () => {
    const { rows } = await client.query("select from pgboss.job where name = 'near_duplicates' and state = 'created'");
    return rows.length;
  };
  await client.query("delete from pgboss.job where name = 'near_duplicates'");
  const again = await add('first', ['Rain on a tin roof', { id: 'r1' }]);
  assert.deepEqual([again.unchanged, await searches()], [1, 0]);
  await add('first', ['The last bus to the harbour', { id: 'b1' }]);
  assert.equal(await searches(), 1);
});

test('near duplicates are listed on both sides until they are dismissed or merged', async () => {
  const [a, b, c] = [await idOf(eggs[0]), await idOf(eggs[1]), await idOf(eggs[2])];
  const { rows } = await client.query("select state from pgboss.job where name = 'near_duplicates'");
  assert.ok(
    rows.length > 0 && rows.filter(({ state }) => state === 'created').length <= 1,
    'imports wait for one search',
  );
  const search = async () => {
    await refreshInThread(service.databaseUrl, new AbortController().signal);
    const { body } = await service.operator('GET', `/operator/hooks?duplicates=near&id=${a}`);
    return body.hooks.flatMap(({ near_duplicates }: { near_duplicates: { id: string }[] }) =>
      near_duplicates.map(({ id }) => id),
    );
  };
  assert.deepEqual(await search(), [c, b]);
  const [near] = (await hook(c)).near_duplicates;
  assert.deepEqual([near.id, near.text], [a, eggs[0]]);
  assert.ok(near.similarity > 0.9);
  assert.equal((await service.operator('GET', '/operator/hooks?duplicates=near')).body.total, 3);

  const dismissed = await service.operator('DELETE', `/operator/hooks/${b}/near-duplicates/${a}`);
  assert.equal(dismissed.status, 200);
  assert.equal((await service.operator('DELETE', `/operator/hooks/${b}/near-duplicates/${a}`)).status, 404);
  await merge(c, a);
  assert.deepEqual(await search(), [], 'the next search does not list them again');
});
