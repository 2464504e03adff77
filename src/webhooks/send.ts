// Sends one attempt of a delivery. It ends within 15 s, reads 4 KB of the response, follows no redirects, and connects to public
// addresses only.
import { Agent, type Dispatcher } from 'undici';
import { notPublic } from '../net/address.ts';
import { describeFailure, guardedConnector, isTimeout, TargetRefusedError } from '../net/connect.ts';
import { type Resolve, resolveByDns } from '../net/resolve.ts';
import { readRetryAfter } from './retry-schedule.ts';

/** `response`: the first 4 KB of the body. `error`: why there is no response; then `statusCode` is null. */
export type Outcome = {
  startedAt: number;
  tookMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
  retryAfterMs: number;
};

export type Sender = {
  send: (url: string, headers: Record<string, string>, body: string) => Promise<Outcome>;
  close: () => Promise<void>;
};

export type SenderOptions = { allowPrivate: boolean; timeoutMs?: number; now?: () => number; resolve?: Resolve };

const defaultTimeoutMs = 15_000;
const keptBytes = 4096;
const statusesWithRetryAfter = new Set([429, 503]);

export function createSender({
  allowPrivate,
  timeoutMs = defaultTimeoutMs,
  now = Date.now,
  resolve = resolveByDns,
}: SenderOptions): Sender {
  const agent = new Agent({
    connect: guardedConnector({ allowPrivate, timeoutMs, resolve }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 64 * 1024,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  });

  /** Uses `dispatch`: `request` costs 50 % more because of its body stream, and a timeout signal even more. */
  function send(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
    const startedAt = now();
    const startedMs = performance.now();
    const { origin, pathname, search } = new URL(url);
    const { promise, resolve: settle } = Promise.withResolvers<Outcome>();
    const chunks: Buffer[] = [];
    let length = 0;
    let statusCode: number | null = null;
    let retryAfterMs = 0;
    let request: Dispatcher.DispatchController | undefined;
    let isFinished = false;

    /** A status is a response: a body that exceeds 4 KB or comes too late is cut off. */
    function finish(failure?: unknown): void {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(deadline);
      const tookMs = Math.round(performance.now() - startedMs);
      const error = statusCode === null ? describe(failure, timeoutMs) : null;
      // PostgreSQL has no NUL in text.
      const text = Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '\uFFFD');
      settle({ startedAt, tookMs, statusCode, error, response: statusCode === null ? null : text, retryAfterMs });
    }
    function cancel(failure: Error): void {
      finish(failure);
      request?.abort(failure);
    }

    const deadline = setTimeout(() => cancel(new TimeoutError()), timeoutMs);
    agent.dispatch(
      { origin, path: pathname + search, method: 'POST', headers, body },
      {
        onRequestStart: (started) => {
          request = started;
          if (isFinished) started.abort(new TimeoutError());
        },
        onResponseStart: (_request, status, responseHeaders) => {
          if (status < 200) return;
          statusCode = status;
          const retryAfter = statusesWithRetryAfter.has(status)
            ? [responseHeaders['retry-after']].flat()[0]
            : undefined;
          retryAfterMs = readRetryAfter(retryAfter, startedAt);
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
