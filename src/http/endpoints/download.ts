// GET /export/{id}/download: the file of an export, by a signed link and without a key; whole, in part, or compressed.
import { pipeline, type Readable, Transform, type TransformOptions } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { ExportFile } from '../../exports/export.ts';
import type { ExportFiles } from '../../exports/files/files.ts';
import { readLink } from '../../exports/files/signed-link.ts';
import type { Format } from '../../exports/formats/encode.ts';
import { findExportFile } from '../../exports/store.ts';
import { fail } from '../../lib/errors.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { CountAnswer } from '../../telemetry/metrics.ts';
import { problemAnswer } from '../openapi/schemas.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { matchesEtag } from '../pipeline/response.ts';
import { accepts } from '../server/compression.ts';
import type { ClientKey, FairQueue } from '../server/fair-queue.ts';
import { clientKeyOf } from '../server/ip-address.ts';
import { queryOf } from '../server/server.ts';

export type DownloadDeps = {
  db: Database;
  files: ExportFiles;
  linkSecret: string;
  observe: Observe;
  answerCounterOf: (route: string) => CountAnswer;
  queue: FairQueue;
};

const route = '/export/:id/download';
const downloadParameters = z.object({ token: z.string().max(100).optional() });

const retryAwayAfterSeconds = 10;

const bytes = z.string().meta({ format: 'binary' });

const types: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
};

export function registerDownload(app: FastifyInstance, deps: DownloadDeps): void {
  const { db, files, linkSecret, observe, answerCounterOf, queue } = deps;
  const countAnswer = answerCounterOf(route);
  const schema = {
    summary: 'The file of an export',
    description:
      'The link is `download_url` of GET /export/{id} and needs no key. `Range` with `If-Range` resumes a download, `Accept-Encoding: gzip` compresses all but parquet.',
    params: z.object({ id: z.string() }),
    querystring: downloadParameters,
    response: {
      200: { description: 'The whole file', content: { 'application/octet-stream': { schema: bytes } } },
      206: { description: 'The part asked for', content: { 'application/octet-stream': { schema: bytes } } },
      ...Object.fromEntries([400, 403, 410, 416, 503].map((status) => [status, problemAnswer(status)])),
    },
  };
  const handler = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const startedAt = performance.now();
    reply.raw.once('close', () => countAnswer(reply.statusCode, startedAt));
    const { id } = request.params;
    checkToken(id, request);
    const found = (await findExportFile(db, id)) ?? failGone();
    const { status, headers, body } = choose(found, request);
    const isSent = body !== undefined && request.method !== 'HEAD';
    // Once it is open the bytes are there, also when the export expires before the last one is sent.
    const opened = await (isSent ? files.open(found.file, body.part) : files.has(found.file)).catch(failAway);
    if (!opened) failGone();
    reply
      .code(status)
      .headers({ ...headers, 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache' });
    if (opened === true) return reply.send();
    return reply.send(paced(body?.isGzip ? compressed(opened) : opened, { address: clientKeyOf(request.ip) }));
  };
  app.get(route, { schema, exposeHeadRoute: false, handler });
  // Fastify's own would read the file through to find its length.
  app.head(route, { schema: { hide: true }, handler });

  /** A thousand downloads at once are work in which requests have their turns. */
  function paced(bytes: Readable, asker: ClientKey): Readable {
    const transform: TransformOptions['transform'] = (chunk, _encoding, done) => {
      const pass = () => done(null, chunk);
      if (queue.isFree()) pass();
      else queue.wait(asker, pass);
    };
    return piped(bytes, new Transform({ transform }));
  }

  /** The link may be good yet, so that it must not be called gone. */
  function failAway(error: unknown): never {
    observe({ kind: 'export_store_failed', error });
    return fail('unavailable', 'The file cannot be read at the moment. The link stays good: try again in a while.', {
      retryAfterSeconds: retryAwayAfterSeconds,
    });
  }

  function checkToken(id: string, request: FastifyRequest): void {
    const { token } = parseParameters(downloadParameters, queryOf(request.raw));
    const expiresAt = token === undefined ? undefined : readLink(linkSecret, id, token);
    if (expiresAt === undefined)
      fail('invalid_link', 'This link was not made here, or was cut off. GET /export/{id} gives one.');
    if (expiresAt <= Date.now()) failGone();
  }
}

function failGone(): never {
  return fail('gone', 'This export has expired or was deleted, and its file with it. POST /export makes a new one.');
}

type Download = {
  status: number;
  headers: Record<string, string | number>;
  /** `part` is undefined for the whole file. */
  body?: { part?: { start: number; end: number }; isGzip?: boolean };
};

/** What of the file is sent, and how. */
function choose({ id, format, sizeBytes, sha256 }: ExportFile, { headers: given }: FastifyRequest): Download {
  const isCompressible = format !== 'parquet';
  const part = rangeOf(given.range, given['if-range'], `"${sha256}"`, sizeBytes);
  const isGzip = !part && isCompressible && accepts(given['accept-encoding'] ?? '', 'gzip');
  const etag = isGzip ? `"${sha256}-gzip"` : `"${sha256}"`;
  const headers = {
    etag,
    'content-type': types[format],
    'content-disposition': `attachment; filename="hookline-${id}.${format}"`,
    'accept-ranges': 'bytes',
    ...(isCompressible ? { vary: 'accept-encoding' } : {}),
  };
  if (matchesEtag(given['if-none-match'], etag)) return { status: 304, headers };
  if (isGzip) return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: { isGzip } };
  if (part) {
    const { start, end } = part;
    const bytes = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${sizeBytes}` };
    return { status: 206, headers: { ...headers, ...bytes }, body: { part: { start, end } } };
  }
  const digest = `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
  return {
    status: 200,
    headers: { ...headers, 'content-length': sizeBytes, 'repr-digest': digest },
    body: {},
  };
}

/** Most of the gain at a third of the work of the usual level. */
function compressed(file: Readable): Readable {
  return piped(file, createGzip({ level: 3 }));
}

/** Whoever breaks off destroys the last stream of the two; pipeline passes that on to the first. */
function piped<T extends Transform>(bytes: Readable, through: T): T {
  pipeline(bytes, through, () => {});
  return through;
}

/** One range of bytes. Undefined sends the file whole: for none, for several, and for deps of a file that has changed. */
function rangeOf(
  range: string | undefined,
  ifRange: string | string[] | undefined,
  etag: string,
  sizeBytes: number,
): { start: number; end: number } | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = parseRange(sizeBytes, range);
  if (ranges === -1) {
    fail('range_not_satisfiable', `The file has ${sizeBytes} bytes. Ask for a range within them, or for all of it.`, {
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  }
  return ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}
