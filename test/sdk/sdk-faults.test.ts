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

const ok: Step = (res) => json(res, 200, { success: true, data: { hooks: 1 } });
const cut: Step = (_res, _request, req) => req.socket.destroy();
const silent: Step = () => {};

function json(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function problem(status: number, code: string, retryAfter?: string): Step {
  const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
  return (res) => json(res, status, { status, code, detail: `It is ${code}.`, request_id: 'req_1' }, headers);
}

type Served = { hookline: Hookline; requests: (Received & { method: string })[]; retries: Retry[] };

/** Each request gets the response of the next step; the last step is repeated. */
async function serve(steps: Step[], options: Partial<HooklineOptions>, use: (served: Served) => Promise<void>) {
  const methods: string[] = [];
  const receiver = await startReceiver((res, request, req) => {
    const step = steps[methods.length] ?? steps.at(-1);
    step?.(res, request, req);
    methods.push(req.method ?? '');
  });
  const retries: Retry[] = [];
  const hookline = createHookline({
    key: 'hkl_test',
    baseUrl: new URL(receiver.url).origin,
    retryDelayMs: 5,
    onRetry: (retry) => retries.push(retry),
    ...options,
  });
  const requests = () => receiver.requests.map((request, at) => ({ ...request, method: methods[at] ?? '' }));
  try {
    await use({
      hookline,
      retries,
      get requests() {
        return requests();
      },
    });
  } finally {
    await receiver.close();
  }
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it succeeded'),
    (error) => error,
  );
}

const webhook = { webhook_url: 'https://example.com/hooks' };

test('a 429 is retried after its Retry-After', async () => {
  await serve([problem(429, 'rate_limited', '1'), ok], {}, async (served) => {
    await served.hookline.meta();
    const [first, second] = served.requests.map(({ at }) => at);
    const waitedMs = defined(second) - defined(first);
    assert.ok(waitedMs >= 990, `${waitedMs} ms`);
    assert.deepEqual(
      served.retries.map(({ attempt, delayMs }) => [attempt, delayMs]),
      [[1, 1000]],
    );
  });
});

test('a 503 is retried after its Retry-After in seconds or as a date', async () => {
  const past = new Date(Date.now() - 5000).toUTCString();
  const steps = [problem(503, 'unavailable', '0'), problem(503, 'unavailable', past), ok];
  await serve(steps, {}, async (served) => {
    assert.equal((await served.hookline.meta()).hooks, 1);
    assert.deepEqual(
      served.retries.map(({ delayMs }) => delayMs),
      [0, 0],
    );
  });
});

test('a Retry-After above the maximum delay is thrown', async () => {
  await serve([problem(429, 'rate_limited', '60')], {}, async (served) => {
    const error = await failure(served.hookline.meta());
    assert.ok(isHooklineError(error, 'rate_limited') && error.retryAfterSeconds === 60);
    assert.deepEqual([served.requests.length, served.retries.length], [1, 0]);
  });
});

test('an exhausted quota is thrown without a retry', async () => {
  for (const code of ['quota_exceeded', 'export_quota_exceeded'])
    await serve([problem(429, code, '1')], {}, async (served) => {
      assert.ok(isHooklineError(await failure(served.hookline.exports.create({ format: 'csv' }))));
      assert.equal(served.requests.length, 1);
    });
});

test('a read is retried after connection errors and 5xx with increasing delays', async () => {
  await serve(
    [cut, problem(500, 'internal'), problem(502, 'unheard_of'), ok],
    { retries: 3, retryDelayMs: 20 },
    async (served) => {
      assert.equal((await served.hookline.meta()).hooks, 1);
      const delays = served.retries.map(({ delayMs }) => delayMs);
      for (const [at, most] of [20, 40, 80].entries()) {
        const delay = defined(delays[at]);
        assert.ok(delay >= most / 2 && delay <= most, `${delays}`);
      }
      assert.ok(served.retries[0]?.error instanceof HooklineConnectionError);
    },
  );
});

test('the last error is thrown after the last retry', async () => {
  await serve([cut, cut, problem(500, 'internal')], {}, async (served) => {
    const error = await failure(served.hookline.meta());
    assert.ok(isHooklineError(error, 'internal') && error.requestId === 'req_1');
    assert.equal(served.requests.length, 3);
  });
  await serve([cut], { retries: 0 }, async (served) => {
    assert.ok((await failure(served.hookline.meta())) instanceof HooklineConnectionError);
    assert.equal(served.requests.length, 1);
  });
});

test('a request that is not idempotent is retried only if it was refused before processing', async () => {
  for (const step of [cut, problem(500, 'internal'), problem(503, 'unheard_of', '0')])
    await serve([step], {}, async (served) => {
      await failure(served.hookline.webhooks.create(webhook));
      assert.equal(served.requests.length, 1);
    });
  for (const step of [problem(503, 'unavailable', '0'), problem(429, 'rate_limited', '0')])
    await serve([step, ok], {}, async (served) => {
      await served.hookline.webhooks.create(webhook);
      assert.equal(served.requests.length, 2);
    });
});

test('POST /export is retried with the same idempotency key and body', async () => {
  await serve([cut, ok], {}, async (served) => {
    await served.hookline.exports.create({ format: 'csv', filters: { niche: 'finance' } });
    const [first, second] = [defined(served.requests[0]), defined(served.requests[1])];
    assert.deepEqual([first.method, second.method], ['POST', 'POST']);
    assert.match(String(first.headers['idempotency-key']), /^[0-9a-f]{32}$/);
    assert.equal(first.headers['idempotency-key'], second.headers['idempotency-key']);
    assert.equal(first.body, second.body);
  });
});

test('missing response headers or a missing body are a timeout', async () => {
  const halting: Step = (res) => void res.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
  for (const step of [silent, halting])
    await serve([step], { timeoutMs: 60, retries: 1 }, async (served) => {
      const error = await failure(served.hookline.meta());
      assert.ok(error instanceof HooklineTimeoutError && error instanceof HooklineConnectionError);
      assert.deepEqual([error.timeoutMs, served.requests.length], [60, 2]);
    });
});

test('an aborted signal ends a request and the delay before a retry', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  await serve([() => controller.abort(reason)], {}, async (served) => {
    assert.equal(await failure(served.hookline.meta({ signal: controller.signal })), reason);
    assert.equal(served.requests.length, 1);
  });
  const second = new AbortController();
  const onRetry = () => second.abort(reason);
  await serve([problem(503, 'unavailable', '25')], { onRetry }, async (served) => {
    assert.equal(await failure(served.hookline.meta({ signal: second.signal })), reason);
    assert.equal(served.requests.length, 1);
  });
});

test('a page of a proxy and a success without JSON are errors with code unknown', async () => {
  const page =
    (status: number): Step =>
    (res) =>
      void res.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Gateway</h1>');
  for (const status of [400, 200])
    await serve([page(status)], {}, async (served) => {
      const error = await failure(served.hookline.meta());
      assert.ok(isHooklineError(error));
      assert.deepEqual([error.code, error.status, error.problem], ['unknown', status, undefined]);
    });
});

test('an unknown error code is passed through', async () => {
  await serve([problem(418, 'teapot')], {}, async (served) => {
    const error = await failure(served.hookline.meta());
    assert.ok(isHooklineError(error));
    assert.equal(String(error.code), 'teapot');
  });
});

test('requests have the API key and the query', async () => {
  await serve([ok], {}, async (served) => {
    await served.hookline.hooks.list({ niche: ['a', 'b'], q: 'c & d', limit: undefined });
    const { path, headers } = defined(served.requests[0]);
    assert.deepEqual([path, headers.authorization], ['/hooks?niche=a&niche=b&q=c+%26+d', 'Bearer hkl_test']);
  });
});
