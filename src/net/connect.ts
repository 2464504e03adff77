// Outgoing connections to public addresses only, and descriptions of why a request failed.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { buildConnector } from 'undici';
import { errorCode } from '../lib/error-code.ts';
import { lazily } from '../lib/lazily.ts';
import { bareHost } from './address.ts';
import { LookupError } from './resolve.ts';
import { resolveTarget, type TargetOptions } from './target.ts';

export type ConnectOptions = TargetOptions & { timeoutMs: number; allowH2?: boolean };

/** Resolves the host, rejects it if any of its addresses is not public, and connects to an address it checked. */
export function guardedConnector({ timeoutMs, allowH2 = true, ...target }: ConnectOptions): buildConnector.connector {
  // Loaded on demand: 1.2 MB of source, which processes that only describe failures need not have.
  const load = lazily(async () => (await import('undici')).buildConnector({ timeout: timeoutMs, allowH2 }));
  return (options, callback) => {
    const host = bareHost(options.hostname);
    const servername = isIP(host) ? undefined : host;
    // One of each family, since this machine may have a route to one only.
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

/** Why there is no response. Timeouts are described by the caller, who knows what the limit was. */
export function describeFailure(error: unknown): string {
  if (error instanceof LookupError) return error.message;
  const code = errorCode(error) ?? '';
  const reason = reasons.get(code);
  if (reason !== undefined) return reason;
  if (/CERT|SSL|TLS|ALTNAME/.test(code)) return `TLS: ${code}`;
  if (error instanceof Error && error.name === 'HTTPParserError') return 'malformed response';
  return 'the request failed';
}
