// The included model in a service: English lines are found by meaning without a provider, and requests do not wait for the job.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMeaning, startVectorThread } from '../../src/catalog/embeddings/vector-thread.ts';
import { refreshInThread } from '../../src/catalog/near-duplicates/actions.ts';
import { readSample } from '../../src/catalog/sample/sample.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { openLocalEmbedder } from '../../src/embeddings/local/local-embedder.ts';
import { query } from '../setup/refresh.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

const [sample = ''] = readSample().flatMap(({ text, language }) => (language === 'en' ? [text] : []));
const english = [
  'She left her office career and opened a bakery',
  'You are doing leg day wrong and it shows',
  'Recruiters throw your CV away for this reason',
  sample,
];
const reworded = ['Three habits that are ruining your sleep', 'Three habits that ruin your sleep'];
const other = 'Nadie te dice esto antes de comprar una casa';

let service: TestService;
let key: string;

before(async () => {
  service = await testService({ HOOKLINE_EMBEDDINGS: 'local' });
  const hooks = [
    ...[...english, ...reworded].map((text) => hookLine(text, { id: text })),
    hookLine(other, { id: other, language: 'es' }),
  ];
  await service.import(hooks.join('\n'), 'preset=hookline&format=jsonl');
  ({ key } = await service.account('enterprise'));
  await until(health, ({ embeddings }) => embeddings.vectors === english.length + reworded.length);
});
after(() => service.close());

const health = async () => (await service.operator('GET', '/operator/health')).body;

test('a draft finds the line with the same meaning, and only English lines get a vector', async () => {
  const { body } = await service.send('POST', '/similar', key, { body: { text: 'I quit my job to bake bread' } });
  const [first] = body.data;
  assert.equal(first.text, english[0]);
  assert.ok(first.similarity.why.some(({ kind }: { kind: string }) => kind === 'meaning'));
  // Works without a key too, since the text stays in the service.
  const demo = await service.send('POST', '/demo/check', undefined, { body: { text: 'I quit my job to bake bread' } });
  assert.equal(demo.body.data.similar[0].text, english[0]);
  const { embeddings } = await health();
  assert.deepEqual([embeddings.dimensions, embeddings.waiting], [128, 0]);
});

test('lines with the same meaning in partly different words are near duplicates', async () => {
  await refreshInThread(service.databaseUrl, new AbortController().signal);
  const { body } = await service.operator('GET', '/operator/hooks?duplicates=near');
  assert.deepEqual(body.hooks.map(({ text }: { text: string }) => text).sort(), reworded);
});

const spanish = 'Nadie te dice esto antes';
const listed = async (query: Record<string, string>, path = '/hooks') =>
  service.get(`${path}?${new URLSearchParams(query)}`, key);
const textsOf = ({ body }: Awaited<ReturnType<typeof listed>>) => body.data.map(({ text }: { text: string }) => text);

test('lists, queries in a body, random draws, trends and templates match by meaning; `both` adds matches by meaning to those by words', async () => {
  const q = 'quit a job to bake bread';
  assert.deepEqual(textsOf(await listed({ q })), []);
  const found = await listed({ q, match: 'meaning', highlight: 'true' });
  assert.equal(textsOf(found)[0], english[0]);
  assert.equal(found.body.total, found.body.count);
  const body = { filters: { q, match: 'meaning' } };
  assert.deepEqual(textsOf(await service.send('POST', '/hooks/query', key, { body })), textsOf(found));
  assert.deepEqual(new Set(textsOf(await listed({ q, match: 'meaning' }, '/hooks/random'))), new Set(textsOf(found)));
  for (const path of ['/trends', '/templates', '/hooks/full'])
    assert.equal((await listed({ q, match: 'meaning' }, path)).status, 200, path);

  const both = await listed({ q: 'recruiters', match: 'both' });
  assert.equal(textsOf(both)[0], english[2]);
  const cached = await service.get('/hooks?q=recruiters&match=both', key, {
    'if-none-match': both.headers.get('etag') ?? '',
  });
  assert.equal(cached.status, 304);
});

test('for a text that cannot be compared, match=both finds its words, match=meaning returns what to do', async () => {
  assert.deepEqual(textsOf(await listed({ q: spanish, match: 'both' })), [other]);
  const { status, body } = await listed({ q: spanish, match: 'meaning' });
  assert.deepEqual([status, body.code, body.errors[0].parameter], [400, 'invalid_parameter', 'match']);
  assert.match(body.detail, /Send match=both/);
});

test('stored filters and filters of other requests reject match by meaning and name what to send', async () => {
  const filters = { q: 'quit a job', match: 'both' };
  for (const [path, body] of [
    ['/export', { format: 'csv', filters }],
    ['/searches', { name: 'Jobs', filters }],
    ['/similar', { text: 'I quit my job', filters }],
  ] as const) {
    const refused = await service.send('POST', path, key, { body });
    assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, '#/filters/match'], path);
    assert.match(refused.body.detail, /send the `ids`/);
  }
});

test('search_hooks of MCP matches by meaning, unless match is words', async () => {
  const call = async (given: object) => {
    const params = { name: 'search_hooks', arguments: given };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { body: response } = await service.send('POST', '/mcp', key, { body, headers });
    return response.result.structuredContent.hooks.map(({ text }: { text: string }) => text);
  };
  const q = 'quit a job to bake bread';
  assert.equal((await call({ q }))[0], english[0]);
  assert.equal((await call({ filters: { q } }))[0], english[0]);
  assert.deepEqual(await call({ q, match: 'words' }), []);
});

test('a draft in another language is not sent to the model, but compared by the topics of its words', async () => {
  const embedded: string[] = [];
  const vectors: Parameters<typeof openMeaning>[0]['vectors'] = {
    serve: async () => {},
    load: async () => {},
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map(() => new Int8Array(128));
    },
    search: async () => [],
    figures: () => ({ version: 1, vectors: 1, waiting: 0, dimensions: 128, bytes: 0 }),
    close: async () => {},
  };
  const meaning = await openMeaning({ vectors, config: { model: 'm' }, observe: () => {} });
  const find = (text: string) => meaning.find({ version: 1 } as Snapshot, { text, limit: 1 });
  assert.deepEqual(await find('¿Por qué nadie te dice esto de tu trabajo?'), []);
  assert.equal(await find('Nadie te lo dice'), undefined);
  assert.equal(await find('これは誰も教えてくれない'), undefined);
  assert.deepEqual(await find('Nobody tells you this about your job'), []);
  assert.deepEqual(embedded, ['Nobody tells you this about your job']);
});

test('a draft in another language finds English lines on the topics of its words', async () => {
  const { body } = await service.send('POST', '/similar', key, {
    body: { text: 'Dejé mi empleo y abrí una panadería' },
  });
  const [first] = body.data;
  assert.equal(first.text, english[0]);
  assert.ok(first.similarity.score > 0.3, 'labels alone give 0.24 at most');
});

test('vectors of the sample are stored without the model', async () => {
  const [row] = await query(
    service,
    "select encode(e.vector, 'hex') as vector from embeddings e join hooks h using (text_group) where h.text = $1",
    [sample],
  );
  const included = openLocalEmbedder('m').included?.() ?? [];
  assert.ok(included.some(({ vector }) => Buffer.from(vector).toString('hex') === row?.vector));
});

test('a draft does not wait for a job of many texts', async () => {
  const task = { url: service.databaseUrl, model: 'm', isEnglishOnly: true };
  const thread = startVectorThread(task, () => {});
  await thread.embed(['loads the model']);
  const ended: string[] = [];
  const texts = Array.from({ length: 150 }, (_, at) => `Line number ${at} of many that a job embeds`);
  const job = openLocalEmbedder('m')
    .embed(texts, new AbortController().signal)
    .then(({ embeddings }) => ended.push(`job ${embeddings?.length}`));
  for (let draft = 0; draft < 3; draft++) ended.push(`draft ${(await thread.embed([`Draft ${draft}`]))?.length}`);
  await job;
  assert.deepEqual(ended, ['draft 1', 'draft 1', 'draft 1', 'job 150']);
  await thread.close();
});
