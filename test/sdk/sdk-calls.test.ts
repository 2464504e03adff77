// Shared behaviour of all SDK calls: options, responses, logs, and the environment, with a server on loopback.
import assert from 'node:assert/strict';
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

/** This response fits every method: a list, a record, and a complete export. */
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

type Call = (options?: CallOptions) => ApiPromise<unknown>;

/** Methods that send no request. */
const local = ['rateLimit', 'webhooks.unwrap'];
/** Arguments that methods take before their options. */
const leading = [[], ['id_1'], [{}], ['id_1', {}], ['id_1', 'id_2'], ['id_1', ['id_2']], ['id_1', 'id_2', {}]];

function methodsOf(
  members: object,
  prefix = '',
): [name: string, method: (...args: unknown[]) => ApiPromise<unknown>][] {
  return Object.entries(members).flatMap(([name, member]) =>
    typeof member === 'function' ? [[`${prefix}${name}`, member]] : methodsOf(member, `${prefix}${name}.`),
  );
}

/** Returns every method that sends a request, with arguments after which it sends the headers of its options. */
async function callsOf(hookline: Hookline): Promise<[name: string, call: Call][]> {
  const methods = methodsOf(hookline).filter(([name]) => !local.includes(name));
  const calls = methods.map(async ([name, method]): Promise<[string, Call]> => {
    for (const args of leading) {
      await Promise.resolve()
        .then(() => method(...args, { headers: { 'x-tenant': `${name} ${args.length}` } }))
        .catch(() => {});
      if (receiver.requests.some(({ headers }) => headers['x-tenant'] === `${name} ${args.length}`))
        return [name, (options) => method(...args, options)];
    }
    return assert.fail(`${name} ignores its options.`);
  });
  const found = await Promise.all(calls);
  receiver.requests.length = 0;
  return found;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it succeeded'),
    (error) => error,
  );
}

test('every method can return the response with its data, and accepts headers, a timeout, retries and a signal', async () => {
  const reason = new Error('enough');
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  for (const [name, call] of await callsOf(client())) {
    const promise = call({ headers: { 'x-tenant': 'a', authorization: 'Bearer other' } });
    const { data, ...response } = await promise.withResponse();
    assert.deepEqual(data, await promise, name);
    const rateLimit = { limit: 100, remaining: 93, resetsAt: new Date(1795392000_000) };
    assert.equal(response.headers.get('etag'), '"7"', name);
    assert.deepEqual({ ...response, headers: 0 }, { status: 200, headers: 0, requestId: 'req_7', rateLimit }, name);
    const sent = defined(receiver.requests.at(-1), name);
    assert.deepEqual([sent.headers['x-tenant'], sent.headers.authorization], ['a', 'Bearer other'], name);
    assert.equal(await failure(call({ signal: AbortSignal.abort(reason) })), reason, name);

    status = 503;
    const before = receiver.requests.length;
    assert.ok(isHooklineError(await failure(call({ retries: 1 }).withResponse()), 'unavailable'), name);
    assert.equal(receiver.requests.length - before, 2, name);
    status = 200;

    isSilent = true;
    const error = await failure(call({ timeoutMs: 5, retries: 0 }));
    assert.ok(error instanceof HooklineTimeoutError && error.timeoutMs === 5, name);
    isSilent = false;
  }
  process.off('unhandledRejection', onUnhandled);
  assert.deepEqual(unhandled, [], 'a failed call rejects once');
});

test('key, base URL and webhook secret come from the environment unless they are passed', async () => {
  Object.assign(process.env, { HOOKLINE_KEY: ' hkl_env\n', HOOKLINE_URL: new URL(receiver.url).origin });
  await createHookline().meta();
  await createHookline({ key: 'hkl_passed' }).meta();
  await createHookline({ key: null }).meta();
  const sent = receiver.requests.map(({ headers }) => headers.authorization);
  // Calls that the previous test abandoned may arrive late.
  const late = 'Bearer hkl_test';
  assert.deepEqual(
    sent.filter((one) => one !== late),
    ['Bearer hkl_env', 'Bearer hkl_passed', undefined],
  );
  process.env.HOOKLINE_URL = '';
  assert.throws(() => createHookline(), /Pass `baseUrl`.* or set HOOKLINE_URL/);
  assert.throws(() => createHookline({ baseUrl: '127.0.0.1:8787' }), /Pass `baseUrl`, such as https/);
});

test('the logger gets every attempt with its outcome, and neither key nor signature', async () => {
  const log: LogEntry[] = [];
  const hookline = client({ logger: (entry) => log.push(entry) });
  status = 503;
  await failure(hookline.hooks.list({ q: 'a' }, { retries: 1 }));
  status = 200;
  isSilent = true;
  await failure(hookline.check({ text: 'a' }, { timeoutMs: 5, retries: 0 }));
  const outcomes = log.map((one) =>
    [one.method, new URL(one.url).search, one.attempt, one.status, one.requestId].join(),
  );
  assert.deepEqual(outcomes, ['GET,?q=a,1,503,req_7', 'GET,?q=a,2,503,req_7', 'POST,,1,,']);
  assert.ok(log[2]?.error instanceof HooklineTimeoutError);
  assert.ok(log.every(({ durationMs }) => durationMs >= 0));
  assert.ok(!JSON.stringify(log).includes('hkl_test'));
});
