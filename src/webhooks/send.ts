// Sends one attempt of a delivery. After the DNS lookup it ends within 15 s, reads 4 KB of the response, follows no redirects, and connects
// to public addresses only.

import { createHmac, randomBytes } from 'node:crypto';
import { Agent, type Dispatcher } from 'undici';
import { defaultLimits, type Limits } from '../config/limits.ts';
import { notPublic } from '../net/address.ts';
import { describeFailure, guardedConnector, isTimeout, resolveTarget, TargetRefusedError } from '../net/connect.ts';
import { createLookups, createResolve, type Resolve } from '../net/resolve.ts';
import { readRetryAfter } from './delivery.ts';

/** `response`: first 4 KB of the body. `error`: reason why there is no response; `statusCode` is then null. */
export type Outcome = {
  startedAt: number;
  tookMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
  retryAfterMs: number;
};

type Response = Omit<Outcome, 'startedAt' | 'tookMs'>;

export type Sender = {
  /** `accountId` is the owner of the URL, whose concurrent lookups are limited. */
  send: (url: string, headers: Record<string, string>, body: string, accountId?: string) => Promise<Outcome>;
  close: () => Promise<void>;
};

type SenderOptions = {
  allowPrivate: boolean;
  limits?: Pick<Limits, 'lookupsPerAccount'>;
  timeoutMs?: number;
  now?: () => number;
  resolve?: Resolve;
};

const defaultTimeoutMs = 15_000;
const keptBytes = 4096;
const statusesWithRetryAfter = new Set([429, 503]);

export function createSender({
  allowPrivate,
  limits = defaultLimits,
  timeoutMs = defaultTimeoutMs,
  now = Date.now,
  resolve = createResolve({ allowPrivate }),
}: SenderOptions): Sender {
  const lookups = createLookups({ resolve, limits });
  const agent = new Agent({
    // The lookup before the request has cached its addresses.
    connect: guardedConnector({ allowPrivate, timeoutMs, resolve: lookups('') }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 64 * 1024,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  });

  /** The timeout does not include the lookup. */
  async function send(url: string, headers: Record<string, string>, body: string, accountId = ''): Promise<Outcome> {
    const startedAt = now();
    const startedMs = performance.now();
    const target = new URL(url);
    try {
      await resolveTarget(target.hostname, { allowPrivate, resolve: lookups(accountId) });
    } catch (failure) {
      const tookMs = Math.round(performance.now() - startedMs);
      const error = describe(failure, timeoutMs);
      return { startedAt, tookMs, statusCode: null, error, response: null, retryAfterMs: 0 };
    }
    const outcome = await request(target, headers, body);
    return { ...outcome, startedAt, tookMs: Math.round(performance.now() - startedMs) };
  }

  /** Uses `dispatch`, since `request` costs 50 % more because of its body stream, and a timeout signal even more. */
  function request(
    { origin, pathname, search }: URL,
    headers: Record<string, string>,
    body: string,
  ): Promise<Response> {
    const { promise, resolve: settle } = Promise.withResolvers<Response>();
    const chunks: Buffer[] = [];
    let length = 0;
    let statusCode: number | null = null;
    let retryAfterMs = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let isFinished = false;

    /** A status alone counts as a response: a body that exceeds 4 KB or is too late is cut off. */
    function finish(failure?: unknown): void {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(deadline);
      const error = statusCode === null ? describe(failure, timeoutMs) : null;
      // PostgreSQL does not support NUL in text.
      const text = Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '\uFFFD');
      settle({ statusCode, error, response: statusCode === null ? null : text, retryAfterMs });
    }
    function cancel(failure: Error): void {
      finish(failure);
      controller?.abort(failure);
    }

    const deadline = setTimeout(() => cancel(new TimeoutError()), timeoutMs);
    agent.dispatch(
      { origin, path: pathname + search, method: 'POST', headers, body },
      {
        onRequestStart: (started) => {
          controller = started;
          if (isFinished) started.abort(new TimeoutError());
        },
        onResponseStart: (_request, status, responseHeaders) => {
          if (status < 200) return;
          statusCode = status;
          const retryAfter = statusesWithRetryAfter.has(status)
            ? [responseHeaders['retry-after']].flat()[0]
            : undefined;
          retryAfterMs = readRetryAfter(retryAfter, now());
        },
        onResponseData: (_request, chunk) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length >= keptBytes) cancel(new Error('The first 4 KB were read.'));
        },
        onResponseEnd: () => finish(),
        onResponseError: (_request, failure) => finish(failure),
      },
    );
    return promise;
  }

  return { send, close: () => agent.destroy() };
}

class TimeoutError extends Error {}

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof TargetRefusedError) return notPublic('webhook_url');
  if (error instanceof TimeoutError || isTimeout(error)) return `no response within ${timeoutMs / 1000} s`;
  return describeFailure(error);
}

// Signs deliveries: X-Service-Signature over the body, and Standard Webhooks over id, timestamp and body. Pure.

const prefix = 'whsec_';

/** `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export type SignatureInput = {
  /** The id is the same for every attempt. */
  id: string;
  body: string;
  /** Time of this attempt, in milliseconds since 1970. */
  at: number;
  /** The current secret, and for a day after a rotation also the previous one. */
  secrets: readonly [string, ...string[]];
};

export function signatureHeaders({ id, body, at, secrets }: SignatureInput): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const [current, previous] = secrets;
  const hex = (secret: string) => `sha256=${hmac(secret, body).digest('hex')}`;
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${hmac(key, `${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
    'x-service-signature': hex(current),
    ...(previous === undefined ? {} : { 'x-service-signature-previous': hex(previous) }),
  };
}

function hmac(key: string | Buffer, content: string) {
  return createHmac('sha256', key).update(content);
}
