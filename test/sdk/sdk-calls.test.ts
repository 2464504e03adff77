// What every call of the SDK has in common: options, responses, logs, and the environment, against a server on loopback.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import {
  type ApiPromise,
  type CallOptions,
  createHookline,
  type Hookline,
  HooklineTimeoutError,
  isHooklineError,
  type LogEntry,
} from '../../sdk/src/index.ts';
import { defined } from '../setup/defined.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';

/** Fits every method: a list, a record, and an export that is complete. */
const body = { success: true, data: [], total: 0, next_cursor: null, catalog_version: 7, status: 'complete' };
const headers = {
  'x-request-id': 'req_7',
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '93',
  'x-ratelimit-reset': '1795392000',
  etag: '"7"',
};

let receiver: Receiver;
let status = 200;
let isSilent = false;

before(async () => {
  receiver = await startReceiver((res) => {
    if (isSilent) return;
    const problem = { code: 'unavailable', detail: 'Retry later.' };
    res.writeHead(status, headers).end(JSON.stringify(status === 200 ? body : problem));
  });
});

beforeEach(() => {
  receiver.requests.length = 0;
  status = 200;
  isSilent = false;
});

after(() => receiver.close());

const client = (options: Parameters<typeof createHookline>[0] = {}) =>
  createHookline({ key: 'hkl_test', baseUrl: new URL(receiver.url).origin, retryDelayMs: 1, ...options });

type Calls = Record<string, (options?: CallOptions) => ApiPromise<unknown>>;

/** One call of every method that sends a request. */
const callsOf = ({
  hooks,
  exports,
  searches,
  collections,
  trendAlerts,
  webhooks,
  requests,
  ...rest
}: Hookline): Calls => ({
  archetypes: (options) => rest.archetypes(options),
  taxonomy: (options) => rest.taxonomy(options),
  meta: (options) => rest.meta(options),
  usage: (options) => rest.usage(options),
  usageHistory: (options) => rest.usageHistory({}, options),
  trends: (options) => rest.trends({}, options),
  changes: (options) => rest.changes({}, options),
  similar: (options) => rest.similar({ text: 'a' }, options),
  check: (options) => rest.check({ text: 'a' }, options),
  templates: (options) => rest.templates({}, options),
  adapt: (options) => rest.adapt({ id: 'hook_1' }, options),
  'hooks.list': (options) => hooks.list({}, options),
  'hooks.full': (options) => hooks.full({}, options),
  'hooks.query': (options) => hooks.query({}, options),
  'hooks.queryFull': (options) => hooks.queryFull({}, options),
  'hooks.random': (options) => hooks.random({}, options),
  'hooks.get': (options) => hooks.get('hook_1', options),
  'hooks.similar': (options) => hooks.similar('hook_1', {}, options),
  'requests.list': (options) => requests.list({}, options),
  'requests.get': (options) => requests.get('req_1', options),
  'exports.run': (options) => exports.run({ format: 'csv' }, options),
  'exports.wait': (options) => exports.wait('exp_1', options),
  'exports.create': (options) => exports.create({ format: 'csv' }, options),
  'exports.get': (options) => exports.get('exp_1', options),
  'exports.list': (options) => exports.list({}, options),
  'exports.cancel': (options) => exports.cancel('exp_1', options),
  'exports.schedules.list': (options) => exports.schedules.list(options),
  'exports.schedules.create': (options) => exports.schedules.create({ format: 'csv', day: 'monday', hour: 6 }, options),
  'exports.schedules.get': (options) => exports.schedules.get('sch_1', options),
  'exports.schedules.update': (options) => exports.schedules.update('sch_1', { hour: 7 }, options),
  'exports.schedules.delete': (options) => exports.schedules.delete('sch_1', options),
  'searches.list': (options) => searches.list(options),
  'searches.create': (options) => searches.create({ name: 'Finance' }, options),
  'searches.get': (options) => searches.get('srch_1', options),
  'searches.update': (options) => searches.update('srch_1', { name: 'Money' }, options),
  'searches.rotate': (options) => searches.rotate('srch_1', options),
  'searches.testDigest': (options) => searches.testDigest('srch_1', options),
  'searches.delete': (options) => searches.delete('srch_1', options),
  'collections.list': (options) => collections.list({}, options),
  'collections.create': (options) => collections.create({ name: 'Spring' }, options),
  'collections.get': (options) => collections.get('col_1', {}, options),
  'collections.update': (options) => collections.update('col_1', { name: 'Summer' }, options),
  'collections.delete': (options) => collections.delete('col_1', options),
  'collections.save': (options) => collections.save('col_1', 'hook_1', {}, options),
  'collections.saveAll': (options) => collections.saveAll('col_1', { ids: ['hook_1'] }, options),
  'collections.remove': (options) => collections.remove('col_1', ['hook_1'], options),
  'collections.share': (options) => collections.share('col_1', {}, options),
  'collections.unshare': (options) => collections.unshare('col_1', options),
  'trendAlerts.list': (options) => trendAlerts.list(options),
  'trendAlerts.create': (options) => trendAlerts.create({ by: 'niche' }, options),
  'trendAlerts.get': (options) => trendAlerts.get('alr_1', options),
  'trendAlerts.update': (options) => trendAlerts.update('alr_1', { status: 'paused' }, options),
  'trendAlerts.delete': (options) => trendAlerts.delete('alr_1', options),
  'webhooks.list': (options) => webhooks.list(options),
  'webhooks.create': (options) => webhooks.create({ webhook_url: 'https://example.com' }, options),
  'webhooks.get': (options) => webhooks.get('wh_1', options),
  'webhooks.update': (options) => webhooks.update('wh_1', {}, options),
  'webhooks.delete': (options) => webhooks.delete('wh_1', options),
  'webhooks.test': (options) => webhooks.test('wh_1', options),
  'webhooks.pause': (options) => webhooks.pause('wh_1', options),
  'webhooks.resume': (options) => webhooks.resume('wh_1', {}, options),
  'webhooks.rotateSecret': (options) => webhooks.rotateSecret('wh_1', options),
  'webhooks.deliveries': (options) => webhooks.deliveries('wh_1', {}, options),
  'webhooks.log': (options) => webhooks.log({}, options),
  'webhooks.sample': (options) => webhooks.sample({}, options),
  'webhooks.delivery': (options) => webhooks.delivery('wh_1', 'dlv_1', options),
  'webhooks.replay': (options) => webhooks.replay('wh_1', { delivery_id: 'dlv_1' }, options),
});

/** These send no request. */
const local = ['rateLimit', 'webhooks.unwrap'];

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it succeeded'),
    (error) => error,
  );
}

test('the calls below are all methods of the client', () => {
  const methodsOf = (members: object): string[] =>
    Object.entries(members).flatMap(([name, member]) =>
      typeof member === 'function' ? [name] : methodsOf(member).map((method) => `${name}.${method}`),
    );
  assert.deepEqual(methodsOf(client()).sort(), [...Object.keys(callsOf(client())), ...local].sort());
});

test('every method gives the response beside its data', async () => {
  for (const [name, call] of Object.entries(callsOf(client()))) {
    const promise = call();
    const { data, ...response } = await promise.withResponse();
    assert.deepEqual(data, await promise, name);
    const rateLimit = { limit: 100, remaining: 93, resetsAt: new Date(1795392000_000) };
    assert.equal(response.headers.get('etag'), '"7"', name);
    assert.deepEqual({ ...response, headers: 0 }, { status: 200, headers: 0, requestId: 'req_7', rateLimit }, name);
  }
});

test('every method takes headers, a timeout, retries and a signal of its own', async () => {
  const reason = new Error('enough');
  for (const [name, call] of Object.entries(callsOf(client()))) {
    await call({ headers: { 'x-tenant': 'a', authorization: 'Bearer other' } });
    const sent = defined(receiver.requests.at(-1), name);
    assert.deepEqual([sent.headers['x-tenant'], sent.headers.authorization], ['a', 'Bearer other'], name);
    assert.equal(await failure(call({ signal: AbortSignal.abort(reason) })), reason, name);

    status = 503;
    const before = receiver.requests.length;
    assert.ok(isHooklineError(await failure(call({ retries: 1 })), 'unavailable'), name);
    assert.equal(receiver.requests.length - before, 2, name);
    status = 200;

    isSilent = true;
    const error = await failure(call({ timeoutMs: 5, retries: 0 }));
    assert.ok(error instanceof HooklineTimeoutError && error.timeoutMs === 5, name);
    isSilent = false;
  }
});

test('a failed call that is asked for its response rejects once, and leaves no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  status = 503;
  for (const [name, call] of Object.entries(callsOf(client({ retries: 0 }))))
    assert.ok(isHooklineError(await failure(call().withResponse()), 'unavailable'), name);
  await new Promise(setImmediate);
  process.off('unhandledRejection', onUnhandled);
  assert.deepEqual(unhandled, []);
});

test('a response from the cache says so; a call with headers of its own is not cached', async () => {
  const hookline = client({ cacheSize: 1 });
  await hookline.meta();
  status = 304;
  const cached = await hookline.meta().withResponse();
  assert.deepEqual([cached.status, cached.data, receiver.requests[1]?.headers['if-none-match']], [304, [], '"7"']);
  status = 200;
  await hookline.meta({ headers: { authorization: 'Bearer other' } });
  assert.equal(receiver.requests[2]?.headers['if-none-match'], undefined);
});

test('key, base URL and webhook secret come from the environment unless they are passed', async () => {
  const { HOOKLINE_KEY, HOOKLINE_URL } = process.env;
  try {
    Object.assign(process.env, { HOOKLINE_KEY: ' hkl_env\n', HOOKLINE_URL: new URL(receiver.url).origin });
    await createHookline().meta();
    await createHookline({ key: 'hkl_passed' }).meta();
    await createHookline({ key: null }).meta();
    assert.deepEqual(
      receiver.requests.map(({ headers }) => headers.authorization),
      ['Bearer hkl_env', 'Bearer hkl_passed', undefined],
    );
    process.env.HOOKLINE_URL = '';
    assert.throws(() => createHookline(), /Pass `baseUrl`.* or set HOOKLINE_URL/);
    assert.throws(() => createHookline({ baseUrl: '127.0.0.1:8787' }), /Pass `baseUrl`, such as https/);
  } finally {
    for (const [name, value] of Object.entries({ HOOKLINE_KEY, HOOKLINE_URL })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test('the user agent names your program, this package and the runtime', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../sdk/package.json'), 'utf8'));
  await client({ userAgent: 'newsroom/1.0' }).meta();
  await client().meta();
  const runtime = `Node.js/${process.versions.node.split('.')[0]}`;
  assert.deepEqual(
    receiver.requests.map(({ headers }) => headers['user-agent']),
    [`newsroom/1.0 hookline-sdk/${version} ${runtime}`, `hookline-sdk/${version} ${runtime}`],
  );
});

test('the logger gets every attempt with its outcome, and neither key nor signature', async () => {
  const log: LogEntry[] = [];
  const hookline = client({ logger: (entry) => log.push(entry) });
  status = 503;
  await failure(hookline.hooks.list({ q: 'a' }, { retries: 1 }));
  status = 200;
  isSilent = true;
  await failure(hookline.check({ text: 'a' }, { timeoutMs: 5, retries: 0 }));
  assert.deepEqual(
    log.map(({ method, url, attempt, status, requestId }) => [method, new URL(url).search, attempt, status, requestId]),
    [
      ['GET', '?q=a', 1, 503, 'req_7'],
      ['GET', '?q=a', 2, 503, 'req_7'],
      ['POST', '', 1, undefined, undefined],
    ],
  );
  assert.ok(log[2]?.error instanceof HooklineTimeoutError);
  assert.ok(log.every(({ durationMs }) => durationMs >= 0));
  assert.ok(!JSON.stringify(log).includes('hkl_test'));
});
