// One attempt at a delivery over the network, the only outgoing HTTP of the service apart from sources. It ends within 15 s,
// reads 4 KB of the answer, follows no redirect, and connects to no address that is not public.
import { Agent, type Dispatcher } from 'undici';
import { notPublic } from '../net/address.ts';
import { describeFailure, guardedConnector, isTimeout, TargetRefusedError } from '../net/connect.ts';
import { type Resolve, resolveByDns } from '../net/resolve.ts';
import { readRetryAfter } from './retry-schedule.ts';

/** `response`: the first 4 KB of the answer. `error`: why there is no answer; then `statusCode` is null. */
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
const asksForTime = new Set([429, 503]);

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

  /** Through `dispatch`: a request with a body to iterate over costs half as much again, and a signal that times out more. */
  function send(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
    const startedAt = now();
    const began = performance.now();
    const { origin, pathname, search } = new URL(url);
    const { promise, resolve: settle } = Promise.withResolvers<Outcome>();
    const kept: Buffer[] = [];
    let length = 0;
    let statusCode: number | null = null;
    let retryAfterMs = 0;
    let request: Dispatcher.DispatchController | undefined;
    let isOver = false;

    /** A status is an answer: what comes after the first 4 KB, or not in time, is not waited for. */
    function finish(failure?: unknown): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(deadline);
      const tookMs = Math.round(performance.now() - began);
      const error = statusCode === null ? describe(failure, timeoutMs) : null;
      // PostgreSQL has no NUL in text.
      const text = Buffer.concat(kept).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '\uFFFD');
      settle({ startedAt, tookMs, statusCode, error, response: statusCode === null ? null : text, retryAfterMs });
    }
    function giveUp(failure: Error): void {
      finish(failure);
      request?.abort(failure);
    }

    const deadline = setTimeout(() => giveUp(new TimedOut()), timeoutMs);
    agent.dispatch(
      { origin, path: pathname + search, method: 'POST', headers, body },
      {
        onRequestStart: (started) => {
          request = started;
          if (isOver) started.abort(new TimedOut());
        },
        onResponseStart: (_request, status, answerHeaders) => {
          if (status < 200) return;
          statusCode = status;
          const retryAfter = asksForTime.has(status) ? [answerHeaders['retry-after']].flat()[0] : undefined;
          retryAfterMs = readRetryAfter(retryAfter, startedAt);
        },
        onResponseData: (_request, chunk) => {
          kept.push(chunk);
          length += chunk.length;
          if (length >= keptBytes) giveUp(new Error('Enough was read.'));
        },
        onResponseEnd: () => finish(),
        onResponseError: (_request, failure) => finish(failure),
      },
    );
    return promise;
  }

  return { send, close: () => agent.destroy() };
}

class TimedOut extends Error {}

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof TargetRefusedError) return notPublic('webhook_url');
  if (error instanceof TimedOut || isTimeout(error)) return `no answer within ${timeoutMs / 1000} s`;
  return describeFailure(error);
}
