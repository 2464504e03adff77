// HTTP responses of the API: headers, compression, one write. They are written with node:http directly, since Fastify's own
// reply costs as much again as finding the hooks.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compress } from '../server/compression.ts';
import { type ByteString, toByteString } from './records.ts';

/** Names and values in turn, as node:http takes them without copying. */
export type FlatHeaders = readonly string[];

/** `body` is a byte string (records.ts); a 304 has none. */
export type HttpResponse = { status: number; headers: FlatHeaders; body: ByteString };

export type ResponseOptions = {
  status?: number;
  etag?: string;
  link?: string;
  cacheControl?: string;
  /** Default JSON. */
  contentType?: string;
  headers?: FlatHeaders;
};

const defaultCacheControl = 'private, no-cache';

export function responseHeaders({
  etag,
  link,
  cacheControl = defaultCacheControl,
  contentType = 'application/json; charset=utf-8',
  headers: more = [],
}: ResponseOptions = {}): FlatHeaders {
  const headers = ['content-type', contentType, 'cache-control', cacheControl, ...more];
  if (etag) headers.push('etag', etag);
  if (link) headers.push('link', link);
  return headers;
}

export function jsonResponse(value: unknown, options: ResponseOptions = {}): HttpResponse {
  return {
    status: options.status ?? 200,
    headers: responseHeaders(options),
    body: toByteString(JSON.stringify(value)),
  };
}

export function notModified(etag: string, more: FlatHeaders = []): HttpResponse {
  return { status: 304, headers: ['cache-control', defaultCacheControl, 'etag', etag, ...more], body: '' };
}

/** `more` are the headers of this one request, such as its id and rate limits. */
export function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: HttpResponse,
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
