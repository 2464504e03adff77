// GET /hooks/{id}/similar and POST /similar, as clients see them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defined } from '../setup/defined.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let key: string;

type Item = { id: string; text: string; similarity: { score: number; why: { kind: string; words?: string[] }[] } };

const query = 'preset=hookline&format=jsonl&source=similar';
const lines = [
  hookLine('Rye bread needs patience and a hot oven', { id: 'a', views: 900_000 }),
  hookLine('Rye bread needs patience and a cold oven', { id: 'b', views: 800_000, niche: 'food' }),
  hookLine('My rye bread needs a hot oven', { id: 'c', views: 700_000, archetype: 'story' }),
  ...Array.from({ length: 40 }, (_, at) => hookLine(`Filler of number ${at} tells nothing else`, { id: `f${at}` })),
];

before(async () => {
  service = await testService();
  key = (await service.account('free')).key;
  await service.import(lines.join('\n'), query);
});

after(() => service.close());

const idOf = async (text: string): Promise<string> =>
  defined((await service.get(`/hooks?q=${encodeURIComponent(`"${text}"`)}`, key)).body.data[0]).id;
const post = (body: unknown, as = key) => service.send('POST', '/similar', as, { body });
const textsOf = (data: Item[]) => data.map(({ text }) => text);

test('GET /hooks/{id}/similar lists other hooks, the most similar first, each with a score and why', async () => {
  const id = await idOf('Rye bread needs patience and a hot oven');
  const { status, body } = await service.get(`/hooks/${id}/similar`, key);
  assert.equal(status, 200);
  assert.deepEqual(textsOf(body.data), ['Rye bread needs patience and a cold oven', 'My rye bread needs a hot oven']);
  assert.deepEqual([body.count, body.total, body.next_cursor], [2, 2, null]);
  const [first, second]: Item[] = body.data;
  assert.deepEqual(Object.keys(defined(first)).slice(-2), ['niche', 'similarity']);
  assert.ok(defined(first).similarity.score > defined(second).similarity.score);
  const [words, ...others] = defined(second).similarity.why;
  assert.deepEqual([words?.kind, words?.words?.length, others], ['words', 5, []]);
  assert.ok(words?.words?.every((word) => 'My rye bread needs a hot oven'.split(' ').includes(word)));
  assert.ok(defined(first).similarity.why.some(({ kind }) => kind === 'archetype'));
});

test('POST /similar finds a line with the same words with the score 1, and nothing for a text unlike any', async () => {
  const { status, body } = await post({ text: 'rye bread needs patience, and a hot oven!' });
  assert.equal(status, 200);
  assert.deepEqual([body.data[0].text, body.data[0].similarity.score], ['Rye bread needs patience and a hot oven', 1]);
  const unlike = await post({ text: 'Quarterly tax forms explained' });
  assert.deepEqual([unlike.status, unlike.body.data, unlike.body.total], [200, [], 0]);
});

test('filters and limit restrict what is found', async () => {
  const id = await idOf('Rye bread needs patience and a hot oven');
  const filtered = await service.get(`/hooks/${id}/similar?niche=-food`, key);
  assert.deepEqual(textsOf(filtered.body.data), ['My rye bread needs a hot oven']);
  const limited = await service.get(`/hooks/${id}/similar?limit=1`, key);
  assert.equal(limited.body.count, 1);
  const posted = await post({ text: 'rye bread needs patience', limit: 1, filters: { niche: ['food'] } });
  assert.deepEqual(textsOf(posted.body.data), ['Rye bread needs patience and a cold oven']);
});

test('invalid parameters and bodies are refused with what is wrong', async () => {
  const id = await idOf('My rye bread needs a hot oven');
  for (const [path, detail] of [
    [`/hooks/${id}/similar?limit=51`, /limit/],
    [`/hooks/${id}/similar?niche=fod`, /Did you mean food/],
    [`/hooks/${id}/similar?sort=views`, /sort/],
  ] as const) {
    const { status, body } = await service.get(path, key);
    assert.equal(status, 400, path);
    assert.match(body.detail, detail);
  }
  for (const body of [
    {},
    { text: '' },
    { text: '!!!' },
    { text: 'x'.repeat(501) },
    { text: 'rye', limit: 0 },
    { text: 'rye', filters: { niche: ['fod'] } },
    { text: 'rye', more: 1 },
  ])
    assert.equal((await post(body)).status, 422, JSON.stringify(body));
  assert.equal((await service.get('/hooks/hook_999999/similar', key)).status, 404);
});

test('GET answers 304 to its ETag, uncounted; each list counts as one call', async () => {
  const { key: own } = await service.account('free', { per_day: 3 });
  const id = await idOf('My rye bread needs a hot oven');
  const { headers } = await service.get(`/hooks/${id}/similar`, own);
  const etag = headers.get('etag') ?? '';
  for (let time = 0; time < 5; time++) {
    const { status } = await service.get(`/hooks/${id}/similar`, own, { 'if-none-match': etag });
    assert.equal(status, 304);
  }
  assert.equal((await post({ text: 'rye' }, own)).status, 200);
  assert.equal((await post({ text: 'rye' }, own)).status, 200);
  assert.equal((await post({ text: 'rye' }, own)).status, 429);
});

test('similar hooks of a retired hook answer 410', async () => {
  const id = await idOf('Filler of number 7 tells nothing else');
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' });
  const { status, body } = await service.get(`/hooks/${id}/similar`, key);
  assert.deepEqual([status, body.code], [410, 'gone']);
});

test('similar hooks of a merged hook redirect to those of the hook that replaced it', async () => {
  const [from, into] = [
    await idOf('My rye bread needs a hot oven'),
    await idOf('Rye bread needs patience and a cold oven'),
  ];
  const merged = await service.operator('POST', `/operator/hooks/${from}/merge`, { into });
  assert.equal(merged.status, 200);
  const get = () =>
    fetch(`${service.url}/hooks/${from}/similar?limit=5`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'manual',
    });
  const { url, headers } = await until(get, ({ status }) => status === 308);
  assert.equal(new URL(headers.get('location') ?? '', url).href, `${service.url}/hooks/${into}/similar?limit=5`);
  const { status, body } = await service.send('POST', '/adapt', key, { body: { id: from, topic: 'ovens' } });
  assert.equal(status, 410);
  assert.match(body.detail, new RegExp(`merged into ${into}\\.`));
});
