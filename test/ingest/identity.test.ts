// Which records are the same hook, and what a source says later: through the real service.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { hookLine } from '../setup/service.ts';
import { type Body, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
let key: string;

before(async () => {
  service = await ingestService();
  ({ key } = service);
});

const video = (n: number) => `https://www.youtube.com/watch?v=imported${String(n).padStart(3, '0')}`;
const line = (text: string, views: number, more: object = {}) =>
  JSON.stringify({ ...JSON.parse(hookLine(text, { views })), ...more });

/** Returns the report. */
async function importAs(source: string, lines: string | string[], more = ''): Promise<Body> {
  const query = `preset=hookline&format=jsonl&source=${source}${more}`;
  return (await service.import([lines].flat().join('\n'), query)).report;
}

const hookOf = async (text: string) =>
  (await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`)).body.hooks[0];

test('videos, ids and words identify hooks; what a source says later arrives, but not over what a curator decided', async () => {
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

  // Other URLs of the same video, and the same words without a video or an id.
  const newer = { source_url: 'https://youtu.be/imported001?si=x', views_captured_at: '2024-01-02' };
  const more = await importAs('two', [line('Said twice', 900_000, newer), line('only words!', 900_000)]);
  assert.deepEqual([more.added, more.updated], [0, 2]);
  const older = { source_url: 'https://m.youtube.com/shorts/imported001', views_captured_at: '2023-01-01' };
  const another = line('Said twice', 100_000, { source_url: video(2) });
  const third = await importAs('three', [line('Said twice', 200_000, older), another]);
  assert.deepEqual([third.duplicates, third.added], [1, 1]);
  const { data } = await service.found('said twice');
  assert.deepEqual(
    data.map(({ views }) => views),
    [900_000, 100_000],
  );
  assert.equal(new Set(data.map(({ text_group: group }) => group)).size, 1);
  const words = await service.found('only words');
  assert.deepEqual([words.total, words.data[0].views, words.data[0].text], [1, 900_000, 'only words!']);

  // An id that two videos share names neither of them.
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
  assert.deepEqual(
    (await service.found('shared id')).data.map((hook) => [hook.text, hook.views]),
    [
      ['Neither of a shared id', 900_000],
      ['Second of a shared id', 400_000],
      ['First of a shared id', 300_000],
      ['Third of a shared id', 100_000],
    ],
  );
});

test('a text that could not be published does not replace that of another source', async () => {
  // Without the preset, texts are captions that are cleaned.
  const raw = async (source: string, text: string, more: object) =>
    service.import(line(text, 300_000, { source_url: video(30), ...more }), `format=jsonl&source=${source}`);
  await raw('whole', 'Nobody told me this about buying a house', {});
  await raw('cut', 'Nobody told me this about buying a …', { likes: 5 });
  const { text, likes, state } = await hookOf('Nobody told me this');
  assert.deepEqual([text, likes, state], ['Nobody told me this about buying a house', 5, 'published']);
});

test('a feed of the same video takes nothing over from a source that is trusted more', async () => {
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
  // Equal trust shows the newest; trust that rises again shows the owner.
  await trust(5);
  assert.deepEqual(await viewsAndCreator(), [29_000_000, 'taker']);
  await trust(7);
  assert.deepEqual(await viewsAndCreator(), [300_000, 'owner']);
  // The owner lets go, then the taker: it is retired when both have dropped it.
  const rest = line('The rest of the owner', 300_000, { id: 'o2' });
  assert.equal((await importAs('owner', rest, '&snapshot=1')).retired, 0);
  assert.deepEqual(await viewsAndCreator(), [29_000_000, 'taker']);
  const other = line('Something else entirely', 300_000, { id: 't2' });
  assert.equal((await importAs('taker', other, '&snapshot=1')).retired, 1);
  assert.equal((await service.get(`/hooks/${before.id}`, key)).status, 410);
});
