// POST /adapt with variants through the real service: they arrive checked, count as 10 calls, and failures are free.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { completion, type LlmEndpoint, startLlmEndpoint } from '../labels/llm-endpoint.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';

const body = { template: 'Stop buying [topic] before you read this.', topic: 'an air fryer', variants: 5 };
const line = 'Stop buying an air fryer before you read this.';
const good = ['Read this before you buy an air fryer', 'Thinking of an air fryer? Read this first'];
const answering = (variants: readonly string[]) => () => completion(JSON.stringify({ variants }));

let endpoint: LlmEndpoint;
let service: TestService;

before(async () => {
  endpoint = await startLlmEndpoint();
  service = await testService({
    HOOKLINE_LLM_URL: endpoint.url,
    HOOKLINE_LLM_MODEL: 'writer',
    HOOKLINE_LIMIT_SESSION_READS_FREE: '25',
  });
  const subjects = ['a juicer', 'a blender', 'an air fryer', 'knives', 'pans'];
  const hooks = subjects.map((subject) => hookLine(`Read this before you buy ${subject}`, { id: subject }));
  await service.import(hooks.join('\n'), 'preset=hookline&format=jsonl');
});
after(async () => {
  await Promise.all([service.close(), endpoint.close()]);
});
beforeEach(() => {
  endpoint.calls.length = 0;
  endpoint.respond(answering(good));
});

const adapt = (key: string, input: object = body) => service.send('POST', '/adapt', key, { body: input });
const usedBy = async (key: string): Promise<number> => {
  const { body: usage } = await service.get('/usage', key);
  return usage.data.windows[0].used;
};

test('variants follow the line, each checked as by POST /check; invalid ones are left out', async () => {
  const { key } = await service.account('scale');
  const spanish = 'Nunca compres una freidora de aire antes de leer esto, de verdad te lo digo';
  endpoint.respond(answering([...good, line.toUpperCase(), 'Stop buying [topic]', 'two\nlines', spanish]));
  const { status, body: answer } = await adapt(key, { ...body, variants: 5 });
  assert.equal(status, 200, JSON.stringify(answer));
  assert.deepEqual([answer.count, answer.total], [3, 3]);
  assert.deepEqual(
    answer.data.map(({ text }: { text: string }) => text),
    [line, ...good],
  );
  assert.deepEqual(answer.data[0].filled, { topic: 'an air fryer' });
  for (const { text, check } of answer.data) {
    const { body: checked } = await service.send('POST', '/check', key, { body: { text } });
    assert.deepEqual(check, { ...checked.data, similar: checked.data.similar.slice(0, 3) });
  }
  assert.equal(answer.data[1].check.similar[0].text, 'Read this before you buy an air fryer');
});

test('a request with variants counts as 10 calls wherever calls are shown', async () => {
  const { key } = await service.account('free');
  assert.equal((await adapt(key, { ...body, variants: undefined })).headers.get('x-ratelimit-remaining'), '99');
  const { headers } = await adapt(key);
  assert.equal(headers.get('x-ratelimit-remaining'), '89');
  assert.match(headers.get('ratelimit') ?? '', /"day";r=89;/);
  assert.equal(await usedBy(key), 11);
  const { body: history } = await service.get('/usage/history?by=endpoint', key);
  const { calls, counted } = history.data.find(({ endpoint: name }: { endpoint: string }) => name === 'POST /adapt');
  assert.deepEqual([calls, counted], [2, 11]);
});

test('with fewer than 10 calls left it is refused, the model is not asked, and the rest stays for other calls', async () => {
  const { key } = await service.account('free', { per_day: 25 });
  const answers = await Promise.all([adapt(key), adapt(key), adapt(key)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429]);
  const refused = answers.find(({ status }) => status === 429);
  assert.equal(refused?.body.code, 'quota_exceeded');
  assert.match(refused?.body.detail, /^This counts as 10 calls, and fewer are left of the 25 calls of this day\./);
  assert.deepEqual([endpoint.calls.length, await usedBy(key)], [2, 20]);
  const reads = await Promise.all(Array.from({ length: 7 }, () => service.get('/hooks', key)));
  assert.equal(reads.filter(({ status }) => status === 200).length, 5);
});

test('failures are free', async () => {
  const { key } = await service.account('free');
  for (const [input, code] of [
    [{ ...body, variants: 6 }, 'invalid_body'],
    [{ ...body, variants: 0 }, 'invalid_body'],
    [{ ...body, topic: 'x '.repeat(90), template: `${'[topic] '.repeat(4)}` }, 'invalid_body'],
    [{ ...body, topic: undefined }, 'invalid_body'],
  ] as const)
    assert.equal((await adapt(key, input)).body.code, code);
  assert.equal(endpoint.calls.length, 0);
  endpoint.respond(answering(['[topic]', line]));
  const { status, headers, body: problem } = await adapt(key);
  assert.deepEqual([status, problem.code, headers.get('retry-after')], [503, 'unavailable', '1']);
  assert.equal(endpoint.calls.length, 1);
  assert.deepEqual([headers.get('x-ratelimit-remaining'), await usedBy(key)], ['100', 0]);
});

test('an account whose lines have no valid variants does not take the operator’s tokens for nothing', async () => {
  const [{ key }, other] = await Promise.all([service.account('scale'), service.account('scale')]);
  endpoint.respond(answering([]));
  for (let count = 0; count < 11; count++) assert.equal((await adapt(key)).status, 503);
  const { status, body: problem } = await adapt(key);
  assert.deepEqual([status, problem.code, endpoint.calls.length], [429, 'rate_limited', 11]);
  endpoint.respond(answering(good));
  assert.equal((await adapt(other.key)).status, 200);
});

test('by session it counts as 10 of the reads of the day, which failures give back', async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const bySession = () => session.send('POST', '/adapt', body);
  const reads = async () => (await db.selectFrom('session_reads').select('reads').execute()).map((row) => row.reads);
  assert.equal((await bySession()).status, 200);
  endpoint.respond(answering([]));
  assert.equal((await bySession()).status, 503);
  assert.deepEqual(await reads(), [10]);
  endpoint.respond(answering(good));
  assert.equal((await bySession()).status, 200);
  const { status, body: problem } = await bySession();
  assert.deepEqual([status, problem.code, endpoint.calls.length], [429, 'quota_exceeded', 3]);
  assert.deepEqual(await reads(), [20]);
  await close();
});
