// Outgoing connections to public addresses only, and descriptions of why a request failed.
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { errorCode } from '../lib/error-code.ts';
import { bareHost, type Resolve, resolvePublic } from './resolve.ts';

/** The host resolves to an address that is not public. */
export class TargetRefusedError extends Error {}

export type ConnectOptions = { allowPrivate: boolean; timeoutMs: number; resolve: Resolve; allowH2?: boolean };

/** Resolves the host itself, rejects it if any of its addresses is not public, and connects to the address it checked. */
export function guardedConnector({
  allowPrivate,
  timeoutMs,
  resolve,
  allowH2 = true,
}: ConnectOptions): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2 });
  if (allowPrivate) return connect;
  return (options, callback) => {
    const host = bareHost(options.hostname);
    resolvePublic(host, resolve)
      .then((address) => {
        if (address === undefined) throw new TargetRefusedError();
        connect({ ...options, hostname: address, servername: isIP(host) ? undefined : host }, callback);
      })
      .catch((error: Error) => callback(error, null));
  };
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['EPIPE', 'connection reset'],
  ['UND_ERR_SOCKET', 'connection closed without a response'],
  ['ENOTFOUND', 'name not found'],
  ['EAI_AGAIN', 'name not found'],
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
  const code = errorCode(error) ?? '';
  const reason = reasons.get(code);
  if (reason !== undefined) return reason;
  if (/CERT|SSL|TLS|ALTNAME/.test(code)) return `TLS: ${code}`;
  if (error instanceof Error && error.name === 'HTTPParserError') return 'malformed response';
  return 'the request failed';
}
