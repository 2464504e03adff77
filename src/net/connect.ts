// Connections to hosts of others, to public addresses only, and in plain words why one failed.
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { bareHost, type Resolve, resolvePublic } from './resolve.ts';

/** The host leads to an address that is not public. */
export class TargetRefused extends Error {}

export type ConnectOptions = { allowPrivate: boolean; timeoutMs: number; resolve: Resolve; allowH2?: boolean };

/** Resolves the name itself, refuses it where any of its addresses is not public, and connects to the address it looked at. */
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
        if (address === undefined) throw new TargetRefused();
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

export function isTimeout(error: unknown): boolean {
  return timeouts.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Why there is no answer. Timeouts are for the caller to tell, who knows what was waited for. */
export function describeFailure(error: unknown): string {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (reasons[code]) return reasons[code];
  if (/CERT|SSL|TLS|ALTNAME/.test(code)) return `TLS: ${code}`;
  if (name === 'HTTPParserError') return 'malformed answer';
  return 'the request failed';
}
