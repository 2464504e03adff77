// Outgoing connections to public addresses only, and descriptions of why a request failed.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { buildConnector } from 'undici';
import { lazily } from '../lib/async.ts';
import { errorCode } from '../lib/errors.ts';
import { bareHost, isLocalName, isPublicAddress, notPublic, type TargetRules, targetUrlError } from './address.ts';
import { createResolve, LookupError, type Resolve } from './resolve.ts';

type ConnectOptions = TargetOptions & { timeoutMs: number; allowH2?: boolean };

/** Resolves the host, rejects it if any of its addresses is not public, and connects to an address it checked. */
export function guardedConnector({ timeoutMs, allowH2 = true, ...target }: ConnectOptions): buildConnector.connector {
  // Loaded on demand: 1.2 MB of source, which processes that only describe failures need not have.
  const load = lazily(async () => (await import('undici')).buildConnector({ timeout: timeoutMs, allowH2 }));
  return (options, callback) => {
    const host = bareHost(options.hostname);
    const servername = isIP(host) ? undefined : host;
    // Tries one address of each family, since this machine may have a route to one only.
    const connectToFirst = (connect: buildConnector.connector, [address = '', ...others]: readonly string[]): void =>
      connect({ ...options, hostname: address, servername }, (...result) => {
        if (result[0] !== null && others.length > 0) connectToFirst(connect, others);
        else callback(...result);
      });
    resolveTarget(host, target)
      .then(async (all) => {
        const addresses = [all.find(isIPv4), all.find(isIPv6)].filter((address) => address !== undefined);
        connectToFirst(await load(), addresses);
      })
      .catch((error: Error) => callback(error, null));
  };
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['EPIPE', 'connection reset'],
  ['UND_ERR_SOCKET', 'connection closed without a response'],
  ['EHOSTUNREACH', 'host unreachable'],
  ['ENETUNREACH', 'host unreachable'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headers too large'],
  ['UND_ERR_RESPONSE_CONTENT_LENGTH_MISMATCH', 'malformed response'],
]);
const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

export function isTimeout(error: unknown): boolean {
  return timeouts.has(errorCode(error) ?? '');
}

/** Returns why there is no response. The caller describes timeouts, since it has the limit. */
export function describeFailure(error: unknown): string {
  if (error instanceof LookupError) return error.message;
  const code = errorCode(error) ?? '';
  const reason = reasons.get(code);
  if (reason !== undefined) return reason;
  if (/CERT|SSL|TLS|ALTNAME/.test(code)) return `TLS: ${code}`;
  if (error instanceof Error && error.name === 'HTTPParserError') return 'malformed response';
  return 'the request failed';
}

// `fetch` from public addresses only, for URLs from outside. Redirects are returned, not followed.

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const timeoutMs = 5_000;

export function createPublicFetch({ allowPrivate }: { allowPrivate: boolean }): Fetch {
  // Loaded on demand, as few services need it.
  const load = lazily(async () => {
    const undici = await import('undici');
    const resolve = createResolve({ allowPrivate });
    const dispatcher = new undici.Agent({
      connect: guardedConnector({ allowPrivate, timeoutMs, resolve, allowH2: false }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { undici, dispatcher };
  });
  return async (input, init = {}) => {
    const { undici, dispatcher } = await load();
    const { url, method, headers, signal } = new Request(input, init);
    const response = await undici.fetch(url, {
      method,
      headers: [...headers] as [string, string][],
      signal,
      dispatcher,
      redirect: 'manual',
    });
    // The package's class differs from Node's, but has the same members.
    return response as unknown as Response;
  };
}

// The addresses that an outgoing request connects to, checked when its URL is set and again on every connection.

/** The host is not public. */
export class TargetRefusedError extends Error {}

type TargetOptions = { allowPrivate: boolean; resolve: Resolve };

/** Throws a TargetRefusedError if any address of the host is not public, unless `allowPrivate`. Errors of `resolve` are passed on. */
export async function resolveTarget(
  hostname: string,
  { allowPrivate, resolve }: TargetOptions,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const host = bareHost(hostname);
  const isLiteral = isIP(host) !== 0;
  if (!(allowPrivate || isLiteral) && isLocalName(host)) throw new TargetRefusedError();
  const addresses = isLiteral ? [host] : await resolve(host, signal);
  if (addresses.length === 0 || !(allowPrivate || addresses.every(isPublicAddress))) throw new TargetRefusedError();
  return addresses;
}

const checkTimeoutMs = 2_000;

/** targetUrlError plus a lookup. A failed lookup is no error: it may succeed later, and every connection checks again. */
export async function findTargetUrlError(
  text: string,
  { field, allowPrivate }: TargetRules,
  resolve: Resolve,
): Promise<string | undefined> {
  const error = targetUrlError(text, { field, allowPrivate });
  if (error !== undefined || allowPrivate) return error;
  try {
    await resolveTarget(new URL(text).hostname, { allowPrivate, resolve }, AbortSignal.timeout(checkTimeoutMs));
  } catch (failure) {
    if (failure instanceof TargetRefusedError) return notPublic(field);
  }
  return undefined;
}
