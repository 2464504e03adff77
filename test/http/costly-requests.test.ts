// Requests that cost a client nothing but delay others or cost the operator money: each is limited, and other clients are unaffected.
// Similar lines by meaning, which the service requests from a provider of embeddings: drafts, filters, takedowns, a failing provider.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddingsEndpoint, embedding, refusing, startEmbeddingsEndpoint } from '../embeddings/endpoint.ts';
import { completion, type LlmEndpoint, startLlmEndpoint } from '../labels/llm-endpoint.ts';
import { faultPoint } from '../setup/fault-point.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const [atOnce, waiting, sessionReads, changesPerMinute] = [4, 5, 25, 8];
const line = 'Stop buying an air fryer before you read this.';
const variants = { template: 'Stop buying [topic] before you read this.', topic: 'an air fryer', variants: 5 };
const good = ['Read this before you buy an air fryer', 'Thinking of an air fryer? Read this first'];
const answering = (texts: readonly string[]) => () => completion(JSON.stringify({ variants: texts }));

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
/** The count includes the five adapted lines. */
const all = lines.length + 5;
const secret = 'secret-of-embeddings';

let service: TestService;
let endpoint: LlmEndpoint;
let embeddings: EmbeddingsEndpoint;
/** The tests of similar lines share this account. */
let key: string;
let ids: Map<string, string>;

before(async () => {
  [endpoint, embeddings] = await Promise.all([startLlmEndpoint(), startEmbeddingsEndpoint()]);
  service = await testService({
    HOOKLINE_LLM_URL: endpoint.url,
    HOOKLINE_LLM_MODEL: 'writer',
    HOOKLINE_EMBEDDINGS_URL: `${embeddings.url}/embeddings`,
    HOOKLINE_EMBEDDINGS_KEY: secret,
    HOOKLINE_EMBEDDINGS_MODEL: 'topics',
    HOOKLINE_LIMIT_ACCOUNT_REQUESTS_WAITING: String(waiting),
    HOOKLINE_LIMIT_SESSION_READS_FREE: String(sessionReads),
    HOOKLINE_LIMIT_CHANGES_PER_MINUTE_FREE: String(changesPerMinute),
    HOOKLINE_LIMIT_FILTER_VALUE_LENGTH: '40',
  });
  const hooks = ['a juicer', 'a blender', 'an air fryer', 'knives', 'pans'].map((product) =>
    hookLine(`Read this before you buy ${product}`, { id: product }),
  );
  await service.import(hooks.join('\n'), 'preset=hookline&format=jsonl');
  ({ key } = await service.account('enterprise'));
  await importLines(lines, 'lines');
  await until(health, ({ embeddings }) => embeddings.vectors === all);
  ids = await readIds();
});

after(() => Promise.all([service.close(), endpoint.close(), embeddings.close()]));

beforeEach(() => {
  endpoint.calls.length = 0;
  endpoint.respond(answering(good));
  embeddings.calls.length = 0;
  embeddings.respond(embedding);
});

const requestExport = (key: string, filters = {}) =>
  service.send('POST', '/export', key, { body: { format: 'json', filters } });
const adapt = (key: string, body: object = variants) => service.send('POST', '/adapt', key, { body });
const usedBy = async (key: string): Promise<number> => (await service.get('/usage', key)).body.data.windows[0].used;

test('requests of one account waiting for the database do not block other accounts, and too many of them are refused', async () => {
  const [flooding, other] = [await service.account('enterprise'), await service.account('enterprise')];
  const session = await signIn(service, other.email);
  const point = await faultPoint(service.databaseUrl, 'before insert on searches', `new.account_id = '${flooding.id}'`);
  const refused = Promise.withResolvers<void>();
  let refusals = 0;
  const flood = Array.from({ length: atOnce + waiting + 3 }, async (_, n) => {
    const answer = await service.send('POST', '/searches', flooding.key, { body: { name: `${n}` } });
    if (answer.status === 429 && ++refusals === 3) refused.resolve();
    return answer;
  });
  await point.reached();
  await refused.promise;
  for (const path of ['/exports', '/usage', '/hooks'])
    assert.equal((await service.get(path, other.key)).status, 200, path);
  assert.equal((await session.send('GET', '/account')).status, 200);
  assert.equal((await service.get('/hooks', flooding.key)).status, 200, 'reads from memory do not wait');
  await point.release();
  const answers = await Promise.all(flood);
  assert.equal(answers.filter(({ status }) => status === 201).length, atOnce + waiting);
  for (const { headers } of answers.filter(({ status }) => status === 429))
    assert.equal(headers.get('retry-after'), '1');
});

test('429s count as refusals, so repeated ones are refused before the database is queried', async () => {
  const { key } = await service.account('scale');
  assert.equal((await requestExport(key)).status, 202);
  for (let n = 0; n < 60; n++) assert.equal((await requestExport(key)).body.code, 'export_quota_exceeded');
  assert.equal((await requestExport(key)).body.code, 'rate_limited');
});

test('a filter has at most 100 values of a limited length, in a query and in a body', async () => {
  const { key } = await service.account('enterprise');
  const letters = [...'abcdefghijk'];
  const tags = letters.flatMap((first) => letters.map((second) => `en-${first}${second}`)).slice(0, 101);
  for (const [values, fault] of [
    [tags, /`language` has 101 values\. Send at most 100\./],
    [[`en${'-abcdefgh'.repeat(5)}`], /A value of `language` has 47 characters\. Send at most 40\./],
  ] as const) {
    const queried = await service.get(`/hooks?language=${values.join()}`, key);
    assert.equal(queried.status, 400);
    assert.match(queried.body.errors[0].detail, fault);
    const sent = await requestExport(key, { language: values });
    assert.deepEqual([sent.status, sent.body.errors[0].pointer], [422, '#/filters/language']);
    assert.match(sent.body.errors[0].detail, fault);
  }
  assert.equal((await service.get(`/hooks?language=${tags.slice(1).join()}`, key)).status, 200);
});

test('only an ETag that was sent gets a free 304, also when a proxy made it weak or strong', async () => {
  const { key } = await service.account('pro');
  const remaining = async () => Number((await service.get('/usage', key)).headers.get('x-ratelimit-remaining'));
  for (const path of [
    '/hooks?limit=1',
    '/hooks/hook_1',
    '/taxonomy',
    '/archetypes',
    '/changes?since=0',
    '/templates',
  ]) {
    const etag = (await service.get(path, key)).headers.get('etag') ?? '';
    assert.match(etag, /^W\/"/);
    const before = await remaining();
    for (const sent of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await service.get(path, key, { 'if-none-match': sent });
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag], `${path} ${sent}`);
    }
    assert.equal(await remaining(), before, path);
    for (const guess of ['*', '"other"', etag.replace(/.{5}"$/, 'AAAAA"')])
      assert.equal((await service.get(path, key, { 'if-none-match': guess })).status, 200, `${path} ${guess}`);
    assert.equal(await remaining(), before - 3, path);
  }
  const { headers } = await service.get('/hooks?limit=1&sort=views', key);
  const taken = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await service.get('/hooks?limit=2&sort=views', key, taken)).status, 200, 'of another page');
});

test('a session has a daily limit of catalog reads; then it needs a key, and its other pages still work', async () => {
  const { email, key } = await service.account('free');
  const session = await signIn(service, email);
  const page = await session.send('GET', '/hooks?limit=1');
  const etag = { 'if-none-match': page.headers.get('etag') ?? '' };
  assert.equal((await session.send('GET', '/hooks?limit=1', undefined, etag)).status, 304);
  for (let count = 1; count < sessionReads; count++)
    assert.equal((await session.send('GET', '/hooks/random')).status, 200);
  for (const path of ['/hooks', '/hooks/random', '/meta', '/taxonomy']) {
    const { status, headers, body } = await session.send('GET', path);
    assert.deepEqual([status, body.code], [429, 'quota_exceeded'], path);
    assert.match(body.detail, /Use an API key/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  for (const path of ['/account', '/usage', '/account/keys'])
    assert.equal((await session.send('GET', path)).status, 200, path);
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('variants follow the line, each checked as by POST /check; invalid ones are left out', async () => {
  const { key } = await service.account('scale');
  const spanish = 'Nunca compres una freidora de aire antes de leer esto, de verdad te lo digo';
  endpoint.respond(answering([...good, line.toUpperCase(), 'Stop buying [topic]', 'two\nlines', spanish]));
  const { status, body } = await adapt(key);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.count, body.total], [3, 3]);
  assert.deepEqual(
    body.data.map(({ text }: { text: string }) => text),
    [line, ...good],
  );
  assert.deepEqual(body.data[0].filled, { topic: 'an air fryer' });
  for (const { text, check } of body.data) {
    const { body: checked } = await service.send('POST', '/check', key, { body: { text } });
    assert.deepEqual(check, { ...checked.data, similar: checked.data.similar.slice(0, 3) });
  }
});

test('a request with variants counts as 10 calls wherever calls are shown', async () => {
  const { key } = await service.account('free');
  const one = await adapt(key, { ...variants, variants: undefined });
  assert.equal(one.headers.get('x-ratelimit-remaining'), '99');
  const { headers } = await adapt(key);
  assert.equal(headers.get('x-ratelimit-remaining'), '89');
  assert.match(headers.get('ratelimit') ?? '', /"day";r=89;/);
  assert.equal(await usedBy(key), 11);
  const { body: history } = await service.get('/usage/history?by=endpoint&endpoint=POST+/adapt', key);
  assert.deepEqual(history.data, [{ endpoint: 'POST /adapt', calls: 2, counted: 11 }]);
});

test('with fewer than 10 calls left variants are refused without a model call, and the rest stays for other calls', async () => {
  const { key } = await service.account('free', { per_day: 25 });
  const answers = await Promise.all([adapt(key), adapt(key), adapt(key)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429]);
  const refused = answers.find(({ status }) => status === 429)?.body;
  assert.equal(refused.code, 'quota_exceeded');
  assert.match(refused.detail, /^This counts as 10 calls, and fewer are left of the 25 calls of this day\./);
  assert.deepEqual([endpoint.calls.length, await usedBy(key)], [2, 20]);
  const reads = await Promise.all(Array.from({ length: 7 }, () => service.get('/hooks', key)));
  assert.equal(reads.filter(({ status }) => status === 200).length, 5);
});

test('failures are free, but without a valid variant only three in ten minutes', async () => {
  const { key } = await service.account('free');
  const long = { topic: 'x '.repeat(90), template: '[topic] '.repeat(4) };
  for (const wrong of [{ variants: 6 }, { variants: 0 }, long, { topic: undefined }])
    assert.equal((await adapt(key, { ...variants, ...wrong })).body.code, 'invalid_body');
  assert.equal(endpoint.calls.length, 0);
  endpoint.respond(answering(['[topic]', line]));
  for (let count = 0; count < 3; count++) {
    const { status, headers, body } = await adapt(key);
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'unavailable', '1']);
  }
  assert.equal(await usedBy(key), 0);
  const { status, body } = await adapt(key);
  assert.deepEqual([status, body.count, body.data[0].text], [200, 1, line]);
  assert.equal(await usedBy(key), 10);
});

test('changes of an account per minute are limited, by key or session; reads and deletes are not', async () => {
  const { key, email } = await service.account('free');
  const session = await signIn(service, email);
  const save = (name: string) => service.send('POST', '/collections', key, { body: { name } });
  const { collection_id: id } = (await save('Kept')).body;
  const rename = (n: number) => session.send('PATCH', `/collections/${id}`, { name: `Kept ${n}` });
  for (let n = 1; n < changesPerMinute; n++) assert.equal((await rename(n)).status, 200);
  for (const { status, headers, body } of [await save('One more'), await rename(0)]) {
    assert.deepEqual([status, body.code, body['violated-policies']], [429, 'rate_limited', ['changes-per-minute']]);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  assert.equal((await service.get('/collections', key)).status, 200);
  assert.equal((await service.send('DELETE', `/collections/${id}`, key)).status, 200);
});

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

type Found = { text: string; similarity: { score: number; why: { kind: string; similarity?: number }[] } };
const similarTo = async (text: string): Promise<Found[]> => {
  const { status, body } = await service.get(`/hooks/${ids.get(text)}/similar?min_closeness=close`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const similarToDraft = async (text: string, more: object = {}): Promise<Found[]> => {
  const { status, body } = await service.send('POST', '/similar', key, {
    body: { text, min_closeness: 'close', ...more },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const textsOf = (found: readonly Found[]) => found.map(({ text }) => text);
const kindsOf = ({ similarity }: Found) => similarity.why.map(({ kind }) => kind);

test('a hook is similar to one with the same topic that shares no word, and its stored vector is used', async () => {
  const [first, ...others] = await similarTo('Your salary is lying to you');
  assert.equal(first?.text, 'I was broke until I hid my savings');
  assert.ok(kindsOf(first).includes('meaning') && !kindsOf(first).includes('words'));
  assert.ok(first.similarity.score > 0.8 && first.similarity.score <= 1);
  assert.ok((first.similarity.why.find(({ kind }) => kind === 'meaning')?.similarity ?? 0) > 0.8);
  assert.deepEqual(textsOf(others), [], 'nothing is found by chance');
  assert.equal(embeddings.calls.length, 0);
});

test('a draft is embedded by one call, which is cached; filters apply to both rankings', async () => {
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
    embeddings.calls.map(({ texts }) => texts),
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
  await until(twins, (count) => count > all);
  const before = await twins();
  await until(health, (one) => one.embeddings.waiting === 0);
  const hooks = [...(await readIds())].filter(([text]) => text.startsWith('A dog'));
  for (const [at, [, id]] of hooks.entries()) {
    const { status, body } = await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'asked' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(await twins(), at === hooks.length - 1 ? before - 1 : before);
  }
  await until(health, (one) => one.embeddings.vectors === all);
  assert.deepEqual(
    textsOf(await similarTo('My puppy learned this in a day')).filter((text) => text.startsWith('A dog')),
    [],
  );
});

test('health returns how many hooks have vectors, and the provider is not called again while it refuses', async () => {
  const { embeddings: shown, problems } = await health();
  const { memory_bytes, ...figures } = shown;
  assert.deepEqual(figures, { model: 'topics', vectors: all, waiting: 0, dimensions: 48, stop: null });
  assert.ok(memory_bytes > 0);
  assert.deepEqual(
    problems.filter(({ what }: { what: string }) => what.includes('embeddings')),
    [],
  );
  embeddings.respond(() => refusing(401, `Incorrect key ${secret}`));
  await importLines(['Winter taught me to cook'], 'more');
  await service.observed('embeddings_stopped', 'refused');
  const { problems: now, embeddings: stopped } = await until(health, (one) => one.embeddings.waiting === 1);
  const [problem] = now.filter(({ what }: { what: string }) => what.includes('embeddings'));
  assert.match(
    problem.what,
    /responded with 401 Incorrect key … Hooks similar to 1 hook are found by words only, not yet by meaning\.$/,
  );
  assert.equal(stopped.stop.by, 'refused');
  const asked = embeddings.calls.length;
  await importLines(['Winter taught me to sleep'], 'even more');
  await until(health, ({ embeddings: { waiting }, queues: { embed_texts: queue } }) => {
    return waiting === 2 && queue.active + queue.waiting === 0;
  });
  assert.equal(embeddings.calls.length, asked);
});

test('without a response from the provider a draft is compared by words alone, and the outage costs one call', async () => {
  embeddings.respond(() => refusing(503, 'busy'));
  const draft = 'Nobody warned me about money';
  const found = await similarToDraft(draft);
  assert.deepEqual(textsOf(found), ['Nobody warned me about winter']);
  assert.ok(found.every((one) => !kindsOf(one).includes('meaning')));
  const failed = await service.observed('draft_embedding_failed', 'unavailable');
  assert.ok(failed.kind === 'draft_embedding_failed' && !String(failed.error).includes(secret));
  await similarToDraft('Something else about winter');
  assert.equal(embeddings.calls.length, 1);
  assert.ok((await similarTo('Your salary is lying to you')).length > 0, 'stored vectors are still used');
});
