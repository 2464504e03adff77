// The SDK with error responses, broken connections and slow responses of a server on loopback.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  createHookline,
  type Hookline,
  HooklineConnectionError,
  type HooklineOptions,
  HooklineTimeoutError,
  isHooklineError,
  type Retry,
} from '../../sdk/src/index.ts';
import { defined } from '../setup/defined.ts';
import { type Received, startReceiver } from '../setup/receiver.ts';

type Step = (res: ServerResponse, request: Received, req: IncomingMessage) => void;

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (res) => res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

function problem(status: number, code: string, retryAfter?: string): Step {
  const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
  return respond(status, { status, code, detail: `It is ${code}.`, request_id: 'req_1' }, headers);
}

const ok = respond(200, { success: true, data: { hooks: 1 } });
const cut: Step = (_res, _request, req) => req.socket.destroy();
const silent: Step = () => {};
const halting: Step = (res) => void res.writeHead(200).write('{"data":');

type Outcome = { value?: unknown; error?: unknown; requests: readonly Received[]; retries: readonly Retry[] };

/** Each request gets the response of the next step; the last step is repeated. */
async function outcomeOf(
  steps: Step[],
  call: (hookline: Hookline) => PromiseLike<unknown> = (hookline) => hookline.meta(),
  options: Partial<HooklineOptions> = {},
): Promise<Outcome> {
  let count = 0;
  const receiver = await startReceiver((...request) => (steps[count++] ?? steps.at(-1))?.(...request));
  const retries: Retry[] = [];
  const onRetry = (retry: Retry) => retries.push(retry);
  const baseUrl = new URL(receiver.url).origin;
  try {
    const hookline = createHookline({ key: 'hkl_test', baseUrl, retryDelayMs: 5, onRetry, ...options });
    const result = await call(hookline).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    return { ...result, requests: receiver.requests, retries };
  } finally {
    await receiver.close();
  }
}

const create = ({ webhooks }: Hookline) => webhooks.create({ webhook_url: 'https://example.com/hooks' });
const createExport = ({ exports }: Hookline) => exports.create({ format: 'csv', filters: { niche: 'finance' } });

test('a 429 or 503 is retried after its Retry-After in seconds or as a date, in reads and writes', async () => {
  const past = new Date(Date.now() - 5000).toUTCString();
  for (const call of [undefined, create]) {
    const steps = [problem(503, 'unavailable', '0'), problem(429, 'rate_limited', past), ok];
    const { error, requests, retries } = await outcomeOf(steps, call, {});
    assert.deepEqual([error, requests.length, retries.map(({ delayMs }) => delayMs)], [undefined, 3, [0, 0]]);
  }
  const stop = new AbortController();
  const onRetry = ({ delayMs }: Retry) => stop.abort(delayMs);
  const call = ({ meta }: Hookline) => meta({ signal: stop.signal });
  const { error, requests } = await outcomeOf([problem(429, 'rate_limited', '7')], call, { onRetry });
  assert.deepEqual([error, requests.length], [7000, 1], 'a signal ends the delay');
});

test('a Retry-After above the maximum delay, and an exhausted quota, are thrown without a retry', async () => {
  const late = await outcomeOf([problem(429, 'rate_limited', '60')]);
  assert.ok(isHooklineError(late.error, 'rate_limited') && late.error.retryAfterSeconds === 60);
  assert.deepEqual([late.requests.length, late.retries.length], [1, 0]);
  for (const code of ['quota_exceeded', 'export_quota_exceeded']) {
    const { error, requests } = await outcomeOf([problem(429, code, '1')], createExport);
    assert.ok(isHooklineError(error));
    assert.deepEqual([String(error.code), requests.length], [code, 1]);
  }
});

test('a read is retried after connection errors and 5xx with increasing delays, until its last retry', async () => {
  const steps = [cut, problem(500, 'internal'), problem(502, 'unheard_of'), ok];
  const { value, requests, retries } = await outcomeOf(steps, undefined, { retries: 3, retryDelayMs: 20 });
  assert.deepEqual(value, { hooks: 1 });
  for (const [at, most] of [20, 40, 80].entries()) {
    const { delayMs } = defined(retries[at]);
    assert.ok(delayMs >= most / 2 && delayMs <= most, `${delayMs}`);
    const waitedMs = defined(requests[at + 1]).at - defined(requests[at]).at;
    assert.ok(waitedMs >= delayMs - 2, `${waitedMs} ms`);
  }
  assert.ok(retries[0]?.error instanceof HooklineConnectionError);
  const last = await outcomeOf([cut, cut, problem(500, 'internal')]);
  assert.ok(isHooklineError(last.error, 'internal') && last.error.requestId === 'req_1');
  assert.equal(last.requests.length, 3);
  const only = await outcomeOf([cut], undefined, { retries: 0 });
  assert.ok(only.error instanceof HooklineConnectionError && only.requests.length === 1);
});

test('a non-idempotent request is not retried once it may have been processed; an export is, with its idempotency key', async () => {
  for (const step of [cut, problem(500, 'internal'), problem(503, 'unheard_of', '0')])
    assert.equal((await outcomeOf([step, ok], create)).requests.length, 1);
  const { requests } = await outcomeOf([cut, ok], createExport);
  const [first, second] = requests.map(({ headers, body }) => [headers['idempotency-key'], body]);
  assert.match(String(first?.[0]), /^[0-9a-f]{32}$/);
  assert.deepEqual([second, requests.length], [first, 2]);
});

test('missing response headers or a missing body are a timeout', async () => {
  for (const step of [silent, halting]) {
    const { error, requests } = await outcomeOf([step], undefined, { timeoutMs: 500, retries: 1 });
    assert.ok(error instanceof HooklineTimeoutError && error instanceof HooklineConnectionError);
    assert.deepEqual([error.timeoutMs, requests.length], [500, 2]);
  }
});

test('a signal aborted during a request rejects it with its reason', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort('enough');
  const { error, requests } = await outcomeOf([abort], ({ meta }) => meta({ signal }));
  assert.deepEqual([error, requests.length], ['enough', 1]);
});

test("a proxy's page and a success without JSON have code unknown; unknown codes are passed through", async () => {
  for (const status of [400, 200]) {
    const { error } = await outcomeOf([respond(status, '<h1>Gateway</h1>', { 'content-type': 'text/html' })]);
    assert.ok(isHooklineError(error));
    assert.deepEqual([error.code, error.status, error.problem], ['unknown', status, undefined]);
  }
  const { error } = await outcomeOf([problem(418, 'teapot')]);
  assert.ok(isHooklineError(error) && String(error.code) === 'teapot');
});

test('requests have the API key and the query', async () => {
  const query = { niche: ['a', 'b'], q: 'c & d', limit: undefined };
  const { requests } = await outcomeOf([ok], ({ hooks }) => hooks.list(query));
  const { path, headers } = defined(requests[0]);
  assert.deepEqual([path, headers.authorization], ['/hooks?niche=a&niche=b&q=c+%26+d', 'Bearer hkl_test']);
});
