// Requests of collectors: one request to a JSON API, from public addresses only, with limits of size and time, and retries.
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { notPublic, targetUrlError } from '../../net/address.ts';
import { describeFailure, guardedConnector, isTimeout } from '../../net/connect.ts';
import { createResolve } from '../../net/resolve.ts';
import { TargetRefusedError } from '../../net/target.ts';

export type JsonRequest = {
  url: URL;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Allows http and private addresses. */
  allowPrivate: boolean;
  signal: AbortSignal;
  /** Wait before the first retry; each further wait is twice as long. Default 1 s. */
  retryMs?: number;
  /** Until a response has arrived completely. Default 5 min. */
  totalMs?: number;
};

/** `text` is empty for 304; other statuses than 2xx are returned, not thrown. */
export type JsonResponse = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** Without a byte. */
const timeoutMs = 60_000;
const defaultTotalMs = 5 * 60_000;
const maxBytes = 64 * 1024 ** 2;
const maxAttempts = 4;
/** A longer Retry-After is left to the caller. */
const maxRetryAfterMs = 30_000;

/** Retries failed connections, 429 and 5xx. Rejects with a message for the operator, which names the host, never the query. */
export async function requestJson(request: JsonRequest): Promise<JsonResponse> {
  const { url, allowPrivate, signal, retryMs = 1000 } = request;
  const problem = targetUrlError(url.href, { field: url.host, allowPrivate });
  if (problem) throw new Error(problem);
  const resolve = createResolve({ allowPrivate });
  // Loaded on demand, since the service only requests in some jobs.
  const undici = await import('undici');
  const agent = new undici.Agent({
    connect: guardedConnector({ allowPrivate, timeoutMs: 10_000, resolve, allowH2: false }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  try {
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(agent, request).catch((error) => toError(url, error));
      const waitMs = attempt < maxAttempts ? retryAfter(outcome, retryMs * 2 ** (attempt - 1)) : undefined;
      if (signal.aborted) throw signal.reason;
      if (waitMs === undefined) {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }
      await pause(waitMs, undefined, { signal });
    }
  } finally {
    await agent.destroy();
  }
}

async function send(agent: Agent, request: JsonRequest): Promise<JsonResponse> {
  const { url, method = 'GET', headers, body, totalMs = defaultTotalMs } = request;
  const { origin, pathname, search } = url;
  const isLate = AbortSignal.timeout(totalMs);
  const signal = AbortSignal.any([request.signal, isLate]);
  try {
    const response = await agent.request({
      origin,
      path: pathname + search,
      method,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'Hookline', ...headers },
      body,
      signal,
    });
    return { status: response.statusCode, headers: flat(response.headers), text: await readText(url, response) };
  } catch (error) {
    if (!isLate.aborted || request.signal.aborted) throw error;
    throw new PermanentError(`${url.host}: the response did not arrive within ${totalMs / 1000} s.`);
  }
}

/** The limit counts decompressed bytes. */
async function readText(url: URL, response: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of decoded(url, response)) {
    received += chunk.length;
    if (received > maxBytes) throw new PermanentError(`${url.host} sends more than ${maxBytes / 1024 ** 2} MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function decoded(url: URL, { headers, body }: Dispatcher.ResponseData): Readable {
  const coding = [headers['content-encoding']].flat()[0]?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return body;
  if (coding === 'gzip' || coding === 'x-gzip') return pipeline(body, createGunzip(), () => {});
  body.on('error', () => {});
  body.destroy();
  throw new PermanentError(`${url.host} sends the Content-Encoding ${coding}, which is not supported.`);
}

/** A retry would fail too. */
class PermanentError extends Error {}

function toError(url: URL, error: unknown): Error {
  if (error instanceof PermanentError) return error;
  if (error instanceof TargetRefusedError) return new PermanentError(notPublic(url.host));
  const reason = isTimeout(error) ? `no response within ${timeoutMs / 1000} s` : describeFailure(error);
  return new Error(`${url.host}: ${reason}.`, { cause: error });
}

/** Milliseconds, or undefined if the outcome stands. */
function retryAfter(outcome: JsonResponse | Error, waitMs: number): number | undefined {
  if (outcome instanceof Error) return outcome instanceof PermanentError ? undefined : waitMs;
  if (outcome.status < 500 && outcome.status !== 429) return undefined;
  const askedMs = Number(outcome.headers['retry-after'] ?? 0) * 1000;
  if (!(askedMs <= maxRetryAfterMs)) return undefined;
  return Math.max(waitMs, askedMs);
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
