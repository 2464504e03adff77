// HTTP responses of the API: headers, compression, one write. They are written with node:http directly, since Fastify's own
// reply costs as much again as finding the hooks.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type ByteString, toByteString } from './records.ts';

// Compression of large responses: chooses between brotli, gzip and none.

type Coding = 'identity' | 'br' | 'gzip';
type Encoding = { coding: Coding; headers: readonly string[] };

/** A smaller response fits the initial TCP window anyway, so compression costs more than it saves. */
const minBytes = 8 * 1024;
const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const vary = ['vary', 'accept-encoding'];
const small: Encoding = { coding: 'identity', headers: [] };
const encodings: Record<Coding, Encoding> = {
  identity: { coding: 'identity', headers: vary },
  br: { coding: 'br', headers: [...vary, 'content-encoding', 'br'] },
  gzip: { coding: 'gzip', headers: [...vary, 'content-encoding', 'gzip'] },
};

/** The best encoding for a body of this length, with its response headers. */
function chooseEncoding(accepted: string | undefined, bytes: number): Encoding {
  if (bytes < minBytes) return small;
  if (accepted === undefined) return encodings.identity;
  if (accepts(accepted, 'br')) return encodings.br;
  if (accepts(accepted, 'gzip')) return encodings.gzip;
  return encodings.identity;
}

function compress(body: ByteString, coding: Coding): Promise<Buffer> {
  const bytes = Buffer.from(body, 'latin1');
  if (coding === 'gzip') return gzipAsync(bytes, { level: 5 });
  return brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

export function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Names and values in turn, as node:http takes them without copying. */
export type FlatHeaders = readonly string[];

/** `body` is a byte string (records.ts); a 304 has none. `isForwarded`: another endpoint created it, and counted and logged the request. */
export type HttpResponse = { status: number; headers: FlatHeaders; body: ByteString; isForwarded?: true };

type ResponseOptions = {
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

/** Aborts when the client closes the connection before the response is complete. */
export function leaving({ raw }: { raw: ServerResponse }): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => raw.writableFinished || controller.abort(new Error('The client left.')));
  return controller.signal;
}
