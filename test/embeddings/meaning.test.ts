// Similar lines by meaning: lines that share no word, drafts, filters, takedowns, an endpoint that fails, and a service without one.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { type EmbeddingsEndpoint, embedding, refusing, startEmbeddingsEndpoint } from './endpoint.ts';

const lines = [
  'Your salary is lying to you',
  'I was broke until I hid my savings',
  'Three squats that changed my gym days',
  'This muscle never gets a workout',
  'The pasta recipe my grandmother hid',
  'Dinner without an oven',
  'My puppy learned this in a day',
  'Never let a kitten near the leash',
  'I was wrong about winter',
  'Nobody warned me about winter',
];
const secret = 'secret-of-embeddings';

let endpoint: EmbeddingsEndpoint;
let service: TestService;
let key: string;
let ids: Map<string, string>;

const importLines = (texts: readonly string[], source: string) =>
  service.import(
    texts.map((text, at) => hookLine(text, { views: 900_000 - at, niche: at % 2 ? 'fitness' : 'finance' })).join('\n'),
    `preset=hookline&format=jsonl&source=${source}`,
  );

async function readIds(): Promise<Map<string, string>> {
  const { body } = await service.get('/hooks?limit=100', key);
  return new Map(body.data.map(({ id, text }: { id: string; text: string }) => [text, id]));
}

const health = async () => (await service.operator('GET', '/operator/health')).body;

before(async () => {
  endpoint = await startEmbeddingsEndpoint();
  service = await testService({
    HOOKLINE_EMBEDDINGS_URL: `${endpoint.url}/embeddings`,
    HOOKLINE_EMBEDDINGS_KEY: secret,
    HOOKLINE_EMBEDDINGS_MODEL: 'topics',
  });
  ({ key } = await service.account('enterprise'));
  await importLines(lines, 'lines');
  await until(health, ({ embeddings }) => embeddings.vectors === lines.length);
  ids = await readIds();
});
after(async () => {
  await service.close();
  await endpoint.close();
});
beforeEach(() => {
  endpoint.calls.length = 0;
  endpoint.respond(embedding);
});

type Found = { text: string; similarity: { score: number; why: { kind: string; similarity?: number }[] } };
const similarTo = async (text: string): Promise<Found[]> => {
  const { status, body } = await service.get(`/hooks/${ids.get(text)}/similar`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const similarToDraft = async (text: string, more: object = {}): Promise<Found[]> => {
  const { status, body } = await service.send('POST', '/similar', key, { body: { text, ...more } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const textsOf = (found: readonly Found[]) => found.map(({ text }) => text);
const kindsOf = ({ similarity }: Found) => similarity.why.map(({ kind }) => kind);

test('a hook is similar to one with the same topic that shares no word, and its stored vector is used', async () => {
  const [first, ...others] = await similarTo('Your salary is lying to you');
  assert.equal(first?.text, 'I was broke until I hid my savings');
  assert.deepEqual(kindsOf(first), ['meaning']);
  assert.ok(first.similarity.score > 0.8 && first.similarity.score <= 1);
  assert.ok((first.similarity.why[0]?.similarity ?? 0) > 0.8);
  assert.deepEqual(textsOf(others), [], 'nothing is found by chance');
  assert.equal(endpoint.calls.length, 0);
});

test('a draft is embedded by one call, which is kept; filters hold for both rankings', async () => {
  const draft = 'All my cash went into leashes';
  assert.deepEqual(
    textsOf(await similarToDraft(draft))
      .slice(0, 2)
      .sort(),
    [lines[1], lines[0]],
  );
  const filtered = await similarToDraft(draft, { filters: { niche: ['fitness'] } });
  assert.deepEqual(textsOf(filtered), [lines[1]]);
  assert.deepEqual(
    endpoint.calls.map(({ texts }) => texts),
    [[draft]],
  );
});

test('a hook that is taken down loses its vector, unless another hook has the same text', async () => {
  await importLines(['A dog is all you need', 'A dog, is all you need!'], 'dogs');
  const twins = async () => {
    const { db, close } = openDatabase(service.databaseUrl, () => {});
    const query = db.selectFrom('embeddings').select('text_group').where('model', '=', 'topics');
    return (await query.execute().finally(close)).length;
  };
  await until(twins, (count) => count > lines.length);
  const before = await twins();
  await until(health, ({ embeddings }) => embeddings.waiting === 0);
  const hooks = [...(await readIds())].filter(([text]) => text.startsWith('A dog'));
  for (const [at, [, id]] of hooks.entries()) {
    const { status, body } = await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'asked' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(await twins(), at === hooks.length - 1 ? before - 1 : before);
  }
  await until(health, ({ embeddings }) => embeddings.vectors === lines.length);
  assert.deepEqual(
    textsOf(await similarTo('My puppy learned this in a day')).filter((text) => text.startsWith('A dog')),
    [],
  );
});

test('health says how many hooks have vectors, and the endpoint is not asked again while it refuses', async () => {
  const { embeddings, problems } = await health();
  const { memory_bytes, ...figures } = embeddings;
  assert.deepEqual(figures, { model: 'topics', vectors: 10, waiting: 0, dimensions: 48, stop: null });
  assert.ok(memory_bytes > 0);
  assert.deepEqual(
    problems.filter(({ what }: { what: string }) => what.includes('embeddings')),
    [],
  );
  endpoint.respond(() => refusing(401, `Incorrect key ${secret}`));
  await importLines(['Winter taught me to cook'], 'more');
  await service.observed('embeddings_stopped', 'refused');
  const { problems: now, embeddings: stopped } = await until(health, (one) => one.embeddings.waiting === 1);
  const [problem] = now.filter(({ what }: { what: string }) => what.includes('embeddings'));
  assert.match(problem.what, /answered 401 Incorrect key … Similar lines of 1 hook are found by words alone\.$/);
  assert.equal(stopped.stop.by, 'refused');
  const asked = endpoint.calls.length;
  await importLines(['Winter taught me to sleep'], 'even more');
  await until(health, ({ embeddings: { waiting }, queues: { embed_texts: queue } }) => {
    return waiting === 2 && queue.active + queue.waiting === 0;
  });
  assert.equal(endpoint.calls.length, asked);
});

test('without an answer of the endpoint a draft is compared by words alone, and the outage costs one call', async () => {
  endpoint.respond(() => refusing(503, 'busy'));
  const draft = 'Nobody warned me about money';
  const found = await similarToDraft(draft);
  assert.deepEqual(textsOf(found), ['Nobody warned me about winter']);
  assert.ok(found.every((one) => !kindsOf(one).includes('meaning')));
  const failed = await service.observed('draft_embedding_failed', 'unavailable');
  assert.ok(failed.kind === 'draft_embedding_failed' && !String(failed.error).includes(secret));
  await similarToDraft('Something else about winter');
  assert.equal(endpoint.calls.length, 1);
  assert.ok((await similarTo('Your salary is lying to you')).length > 0, 'stored vectors are still used');
});
