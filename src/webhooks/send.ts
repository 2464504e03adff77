// One attempt at a delivery over the network, the only outgoing HTTP of the service apart from sources. It ends within 15 s,
// reads 4 KB of the answer, follows no redirect, and connects to no address that is not public.
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { notPublic } from './address.ts';
import { bareHost, type Resolve, resolveByDns, resolvePublic } from './resolve.ts';
import { readRetryAfter } from './schedule.ts';

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
    connect: guardedConnector(allowPrivate, timeoutMs, resolve),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 64 * 1024,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  });

  async function send(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
    const startedAt = now();
    const began = performance.now();
    const { origin, pathname, search } = new URL(url);
    const outcome = { startedAt, statusCode: null, error: null, response: null, retryAfterMs: 0 };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal });
      const { statusCode } = answer;
      const response = await readStart(answer.body);
      const retryAfter = asksForTime.has(statusCode) ? answer.headers['retry-after'] : undefined;
      const retryAfterMs = readRetryAfter([retryAfter].flat()[0], startedAt);
      return { ...outcome, tookMs: elapsed(began), statusCode, response, retryAfterMs };
    } catch (error) {
      return { ...outcome, tookMs: elapsed(began), error: describe(error, timeoutMs) };
    }
  }

  return { send, close: () => agent.destroy() };
}

function elapsed(began: number): number {
  return Math.round(performance.now() - began);
}

/** A status is an answer: what comes after the first 4 KB, or not in time, is not waited for. */
async function readStart(body: AsyncIterable<Buffer> & { destroy: () => unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= keptBytes) break;
    }
  } catch {
    body.destroy();
  }
  // PostgreSQL has no NUL in text.
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '\uFFFD');
}

class TargetRefused extends Error {}

/** Resolves the name itself, refuses it where any of its addresses is not public, and connects to the address it looked at. */
function guardedConnector(allowPrivate: boolean, timeoutMs: number, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  if (allowPrivate) return connect;
  return (options, callback) => {
    const host = bareHost(options.hostname);
    resolvePublic(host, resolve)
      .then((address) => {
        if (address === undefined) throw new TargetRefused(notPublic);
        connect({ ...options, hostname: address, servername: isIP(host) ? undefined : host }, callback);
      })
      .catch((error: Error) => callback(error, null));
  };
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection closed before an answer',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'headers too large',
  UND_ERR_RESPONSE_CONTENT_LENGTH_MISMATCH: 'malformed answer',
};
const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof TargetRefused) return notPublic;
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || timeouts.has(code)) return `no answer within ${timeoutMs / 1000} s`;
  if (reasons[code]) return reasons[code];
  if (/CERT|SSL|TLS|ALTNAME/.test(code)) return `TLS: ${code}`;
  if (name === 'HTTPParserError') return 'malformed answer';
  return 'the request failed';
}
