// Which records are the same hook, and what a source says later: through the real service.
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

const video = (n: number) => `https://www.youtube.com/watch?v=imported${String(n).padStart(3, '0')}`;
const feed = (source: string, rest = '') => `preset=hookline&format=jsonl&source=${source}${rest}`;
const said = (text: string, views: number, rest: object) =>
  JSON.stringify({ ...JSON.parse(hookLine(text, { views })), ...rest });
const operatorHook = async (text: string) =>
  (await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`)).body.hooks[0];

test('one video from several sources is one hook with the newest views; another video with its words is another hook', async () => {
  const importBy = (source: string, rest: object) =>
    service.import(said('Said twice', 300_000, rest), `preset=hookline&format=jsonl&source=${source}`);
  await importBy('one', { id: 'a', source_url: video(1), views_captured_at: '2024-01-01' });
  const more = await importBy('two', {
    views: 900_000,
    source_url: 'https://youtu.be/imported001?si=x',
    views_captured_at: '2024-01-02',
  });
  assert.deepEqual([more.report.added, more.report.updated], [0, 1]);
  const less = await importBy('three', {
    views: 200_000,
    source_url: 'https://m.youtube.com/shorts/imported001',
    views_captured_at: '2023-01-01',
  });
  assert.equal(less.report.duplicates, 1);
  const other = await importBy('two', { views: 100_000, source_url: video(2) });
  assert.equal(other.report.added, 1);
  const { body } = await service.get('/hooks/full?q=said%20twice', key);
  assert.deepEqual(
    body.data.map(({ views }: { views: number }) => views),
    [900_000, 100_000],
  );
  assert.equal(new Set(body.data.map((hook: { text_group: string }) => hook.text_group)).size, 1);
});

test('a source id that two videos share names neither: a record without a video is a hook of its own', async () => {
  const importAll = async (...lines: string[]) => (await service.import(lines.join('\n'), feed('sharing'))).report;
  const first = said('First of a shared id', 300_000, { id: 'shared', source_url: video(40) });
  const second = said('Second of a shared id', 400_000, { id: 'shared', source_url: video(41) });
  await importAll(first, second);
  const report = await importAll(said('Neither of a shared id', 900_000, { id: 'shared' }));
  assert.deepEqual([report.added, report.updated], [1, 0]);
  const { added, unchanged } = await importAll(
    said('Third of a shared id', 100_000, { id: 'shared', source_url: video(42) }),
    first,
    second,
  );
  assert.deepEqual([added, unchanged], [1, 2]);
  const { body } = await service.get('/hooks/full?q=shared%20id', key);
  assert.deepEqual(
    body.data.map(({ text, views }: Record<string, unknown>) => [text, views]),
    [
      ['Neither of a shared id', 900_000],
      ['Second of a shared id', 400_000],
      ['First of a shared id', 300_000],
      ['Third of a shared id', 100_000],
    ],
  );
});

test('a text that could not be published does not replace that of another source', async () => {
  const importBy = (source: string, text: string, rest: object) =>
    service.import(
      JSON.stringify({ ...JSON.parse(said(text, 300_000, { source_url: video(30) })), ...rest }),
      `format=jsonl&source=${source}`,
    );
  await importBy('whole', 'Nobody told me this about buying a house', {});
  await importBy('cut', 'Nobody told me this about buying a …', { likes: 5 });
  const { text, likes, state } = await operatorHook('Nobody told me this');
  assert.deepEqual(
    { text, likes, state },
    { text: 'Nobody told me this about buying a house', likes: 5, state: 'published' },
  );
});

test('the same words without a video or an id are one hook of all sources', async () => {
  await service.import(said('Only words', 300_000, {}), 'preset=hookline&format=jsonl&source=one');
  const { report } = await service.import(said('only words!', 900_000, {}), 'preset=hookline&format=jsonl&source=two');
  assert.deepEqual([report.added, report.updated], [0, 1]);
  const { body } = await service.get('/hooks?q=only%20words', key);
  assert.deepEqual([body.total, body.data[0].views, body.data[0].text], [1, 900_000, 'only words!']);
});

test('what a source says later arrives, but not over what a curator decided', async () => {
  const importAs = (text: string, rest: object) =>
    service.import(
      said(text, 300_000, { source_url: video(10), ...rest }),
      'preset=hookline&format=jsonl&source=later',
    );
  const shown = async () =>
    (await service.operator('GET', `/operator/hooks?source_url=${encodeURIComponent(video(10))}`)).body.hooks[0];
  await importAs('Frist it was misspelt', { niche: 'food', creator: 'old name' });
  const { id, text_group } = await shown();
  const { report } = await importAs('First it was misspelt', { niche: 'travel', creator: 'new name' });
  assert.deepEqual([report.updated, report.added], [1, 0]);
  const corrected = await shown();
  assert.deepEqual(
    [corrected.id, corrected.text, corrected.niche, corrected.creator],
    [id, 'First it was misspelt', 'travel', 'new name'],
  );
  assert.notEqual(corrected.text_group, text_group);
  await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'pets' });
  await importAs('Then it was wrong', { niche: 'food', likes: 7 });
  const { text, niche, likes } = await shown();
  assert.deepEqual({ text, niche, likes }, { text: 'First it was misspelt', niche: 'pets', likes: 7 });
});

test('a pending hook whose source becomes certain is published and announced as new', async () => {
  const importAs = (rest: object) =>
    service.import(
      JSON.stringify({ text: 'Bmfq wrtl pending', views: 500_000, source_url: video(11), ...rest }),
      'preset=hookline&format=jsonl&source=surer',
    );
  assert.equal((await importAs({})).report.pending, 1);
  const { report } = await importAs({ niche: 'food', archetype: 'story', emotional_trigger: 'joy' });
  assert.equal(report.updated, 1);
  const { body } = await service.get(
    `/changes?since=${report.catalog_version - 1}`,
    (await service.account('enterprise')).key,
  );
  assert.deepEqual(
    body.data.map(({ change, hook }: { change: string; hook: { text: string } }) => [change, hook.text]),
    [['added', 'Bmfq wrtl pending']],
  );
});

test('a feed of the same video takes nothing over from a source that is trusted more', async (t) => {
  const text = 'Held by its owner';
  const owned = { id: 'o1', source_url: video(20), creator: 'owner' };
  const taken = { id: 't1', source_url: `${video(20)}&feature=share`, creator: 'taker' };
  await service.import(said(text, 300_000, owned), feed('owner'));
  const printed: string[] = [];
  t.mock.method(console, 'log', (line: string) => printed.push(line));
  const trust = ['sources', 'trust', '--url', service.url, '--key', operatorKey];
  assert.equal(await runCommand([...trust, 'owner', '7']), 0);
  assert.match(printed.join(), /owner has trust 7/);
  const shown = async () => (await service.get('/hooks/full?q=held%20by%20its%20owner', key)).body.data[0];
  const before = await shown();
  // Step by step too: the reference of every claim is what the owner says.
  for (const views of [9e15, 29_000_000, 2_800_000_000, 9e15]) {
    const { report } = await service.import(said(text, views, taken), feed('taker', '&snapshot=1'));
    assertAddsUp(report);
    assert.deepEqual([report.added, report.retired], [0, 0]);
    assert.deepEqual(await shown(), before);
  }
  const held = await operatorHook(text);
  assert.deepEqual([held.source, held.source_id], ['owner', 'o1']);
  assert.deepEqual(
    held.holders.map(({ source, source_url, views, claim }: Record<string, { views: number }>) => [
      source,
      source_url,
      views,
      claim?.views,
    ]),
    [
      ['owner', owned.source_url, 300_000, undefined],
      ['taker', taken.source_url, 29_000_000, 9e15],
    ],
  );
  // Equal trust shows the newest; trust that rises again shows the owner.
  assert.equal(await runCommand([...trust, 'owner', '5']), 0);
  assert.deepEqual([(await shown()).views, (await shown()).creator], [29_000_000, 'taker']);
  assert.equal(await runCommand([...trust, 'owner', '7']), 0);
  assert.deepEqual([(await shown()).views, (await shown()).creator], [300_000, 'owner']);
  // The owner lets go, then the taker: it is retired when both have dropped it.
  const rest = said('The rest of the owner', 300_000, { id: 'o2' });
  assert.equal((await service.import(rest, feed('owner', '&snapshot=1'))).report.retired, 0);
  assert.deepEqual([(await shown()).views, (await shown()).creator], [29_000_000, 'taker']);
  const other = said('Something else entirely', 300_000, { id: 't2' });
  assert.equal((await service.import(other, feed('taker', '&snapshot=1'))).report.retired, 1);
  assert.equal((await service.get(`/hooks/${before.id}`, key)).status, 410);
  await service.import(said(text, 300_000, owned), feed('owner'));
  assert.deepEqual([(await shown()).views, (await shown()).source_url], [300_000, owned.source_url]);
});
