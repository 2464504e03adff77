// GET /export/{id}/download: the file of an export by a signed link, without a key; whole, by range, or compressed.
import { pipeline, type Readable, Transform, type TransformOptions } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { ExportFile } from '../../exports/export.ts';
import type { ExportFiles } from '../../exports/files/files.ts';
import { readLink } from '../../exports/files/signed-link.ts';
import type { Format } from '../../exports/formats/format.ts';
import { findExportFile } from '../../exports/store.ts';
import { fail } from '../../lib/errors.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { CountResponse } from '../../telemetry/metrics.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
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
  responseCounterOf: (route: string) => CountResponse;
  queue: FairQueue;
};

const path = '/export/:id/download';
const downloadParameters = z.object({ token: z.string().max(100).optional() });

const retryAfterSeconds = 10;

const types: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
};

export function downloadEndpoints(deps: DownloadDeps): ClientEndpoint[] {
  const { db, files, linkSecret, observe, responseCounterOf, queue } = deps;
  const countResponse = responseCounterOf(path);
  return [
    defineEndpoint({
      audience: 'public',
      path,
      tag: 'Exports',
      summary: 'Download the file of an export',
      description:
        'The link is `download_url` of GET /export/{id} and needs no key. `Range` with `If-Range` resumes a download, `Accept-Encoding: gzip` compresses all but parquet.',
      query: downloadParameters,
      response: z.string(),
      produces: ['application/octet-stream'],
      isPartial: true,
      errors: [400, 403, 410, 416, 503],
      handlesHead: true,
      streamHandler: async (request, reply) => {
        const startedAt = performance.now();
        reply.raw.once('close', () => countResponse(reply.statusCode, startedAt));
        const { id } = request.params;
        checkToken(id, request);
        const found = (await findExportFile(db, id)) ?? failGone();
        const { status, headers, body } = choose(found, request);
        const isSent = body !== undefined && request.method !== 'HEAD';
        // An open file stays readable when the export expires meanwhile.
        const opened = await (isSent ? files.open(found.file, body.part) : files.has(found.file)).catch(failAway);
        if (!opened) failGone();
        reply
          .code(status)
          .headers({ ...headers, 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache' });
        if (opened === true) return reply.send();
        return reply.send(paced(body?.isGzip ? compressed(opened) : opened, { address: clientKeyOf(request.ip) }));
      },
    }),
  ];

  /** Chunks wait in the fair queue, so that many downloads do not delay requests. */
  function paced(bytes: Readable, client: ClientKey): Readable {
    const transform: TransformOptions['transform'] = (chunk, _encoding, done) => {
      const pass = () => done(null, chunk);
      if (queue.isFree()) pass();
      else queue.enqueue(client, pass);
    };
    return piped(bytes, new Transform({ transform }));
  }

  /** Not `gone`: the file may be readable again later. */
  function failAway(error: unknown): never {
    observe({ kind: 'export_store_failed', error });
    return fail('unavailable', 'The file cannot be read at the moment. The link stays valid: retry later.', {
      retryAfterSeconds,
    });
  }

  function checkToken(id: string, { raw }: Pick<FastifyRequest, 'raw'>): void {
    const { token } = parseParameters(downloadParameters, queryOf(raw));
    const expiresAt = token === undefined ? undefined : readLink(linkSecret, id, token);
    if (expiresAt === undefined)
      fail('invalid_link', 'This link is invalid or was cut off. GET /export/{id} returns a new one.');
    if (expiresAt <= Date.now()) failGone();
  }
}

function failGone(): never {
  return fail('gone', 'This export has expired or was deleted with its file. Request a new one by POST /export.');
}

type Download = {
  status: number;
  headers: Record<string, string | number>;
  /** `part` is undefined for the whole file. */
  body?: { part?: { start: number; end: number }; isGzip?: boolean };
};

/** Picks the status, headers and part of the file for a request. */
function choose(
  { id, format, sizeBytes, sha256 }: ExportFile,
  { headers: given }: Pick<FastifyRequest, 'headers'>,
): Download {
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

/** Level 3 saves most of the bytes at a third of the CPU time of the default. */
function compressed(file: Readable): Readable {
  return piped(file, createGzip({ level: 3 }));
}

/** A client that disconnects destroys the last stream; pipeline destroys the first one too. */
function piped<T extends Transform>(bytes: Readable, through: T): T {
  pipeline(bytes, through, () => {});
  return through;
}

/** The one requested range. Undefined sends the whole file: for none, for several, and for a range of a changed file. */
function rangeOf(
  range: string | undefined,
  ifRange: string | string[] | undefined,
  etag: string,
  sizeBytes: number,
): { start: number; end: number } | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = parseRange(sizeBytes, range);
  if (ranges === -1) {
    fail('range_not_satisfiable', `The file has ${sizeBytes} bytes. Request a range within them, or the whole file.`, {
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  }
  return ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}
