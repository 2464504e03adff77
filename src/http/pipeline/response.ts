// Answers of the API on their way out: headers, compression, one write. They leave through node:http directly, since
// Fastify's own reply costs as much again as finding the hooks.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compress } from '../server/compression.ts';
import { type ByteString, currentTime, toByteString } from './records.ts';

/** Names and values in turn, as node:http takes them without another look. */
export type FlatHeaders = readonly string[];

/** `body` is a byte string (records.ts); a 304 has none. */
export type Answer = { status: number; headers: FlatHeaders; body: ByteString };

export type AnswerOptions = {
  status?: number;
  etag?: string;
  link?: string;
  cacheControl?: string;
  headers?: FlatHeaders;
};

const defaultCacheControl = 'private, no-cache';

export function jsonHeaders({
  etag,
  link,
  cacheControl = defaultCacheControl,
  headers: more = [],
}: AnswerOptions = {}): FlatHeaders {
  const headers = ['content-type', 'application/json; charset=utf-8', 'cache-control', cacheControl, ...more];
  if (etag) headers.push('etag', etag);
  if (link) headers.push('link', link);
  return headers;
}

/** `data` and what else the envelope carries, with the time of now. */
export function jsonAnswer({ data, ...rest }: Record<string, unknown>, options?: AnswerOptions): Answer {
  return bareAnswer({ success: true, data, ...rest, timestamp: currentTime() }, options);
}

/** JSON without the envelope. */
export function bareAnswer(value: unknown, options: AnswerOptions = {}): Answer {
  return { status: options.status ?? 200, headers: jsonHeaders(options), body: toByteString(JSON.stringify(value)) };
}

export function notModified(etag: string): Answer {
  return { status: 304, headers: ['cache-control', defaultCacheControl, 'etag', etag], body: '' };
}

/** Whether an If-None-Match names it. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header === '*' || header.split(',').some((one) => one.trim() === etag);
}

/** `more` are the headers that belong to the request and not to what is answered. */
export function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Answer,
  more: FlatHeaders,
): void {
  if (status === 304) {
    res.writeHead(304, headers.concat(more)).end();
    return;
  }
  const { coding, headers: codingHeaders } = chooseEncoding(req.headers['accept-encoding'], body.length);
  const all = headers.concat(codingHeaders, more);
  if (coding === 'identity') write(req, res, status, all, body);
  else
    compress(body, coding)
      .then((bytes) => write(req, res, status, all, bytes))
      .catch(() => res.destroy());
}

function write(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headers: string[],
  body: Buffer | ByteString,
): void {
  headers.push('content-length', String(body.length));
  res.writeHead(status, headers);
  if (req.method === 'HEAD') res.end();
  else if (typeof body === 'string') res.end(body, 'latin1');
  else res.end(body);
}
