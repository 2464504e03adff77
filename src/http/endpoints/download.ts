// GET /export/{id}/download: the file of an export by a signed link, without a key; whole, by range, or compressed.
import { pipeline, type Readable, Transform, type TransformOptions } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { z } from 'zod';
import { createDownloadLog, type RunningDownload } from '../../exports/download.ts';
import type { ExportFile } from '../../exports/export.ts';
import { gzipNameOf } from '../../exports/files/files.ts';
import type { Format } from '../../exports/formats/format.ts';
import { findExportFile } from '../../exports/store.ts';
import { fail } from '../../lib/errors.ts';
import { readLink } from '../../lib/signed-link.ts';
import { requireAccess } from '../pipeline/caller/access.ts';
import { type ClientEndpoint, publicEndpoint } from '../pipeline/endpoint.ts';
import { clientKeyOf } from '../pipeline/ip-address.ts';
import { matchesEtag } from '../pipeline/page-cache.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { accepts } from '../pipeline/response.ts';
import type { ClientKey } from '../server/fair-queue.ts';
import { queryOf } from '../server/server.ts';
import type { Services } from '../services.ts';

const path = '/export/:id/download';
const downloadParameters = z.object({ token: z.string().max(100).optional() });

const retryAfterSeconds = 10;

const types: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
};

export function downloadEndpoints(services: Services): ClientEndpoint[] {
  const { db, files, linkSecret, beginDownload, observe, metrics, queue } = services;
  const logDownload = createDownloadLog(db);
  const countResponse = metrics.downloadCounterOf(path);
  return [
    publicEndpoint({
      path,
      tag: 'Exports',
      summary: 'Download export',
      description:
        'The file of an export. The link is `download_url` of GET /export/{id} and needs no key. `Range` with `If-Range` resumes a download, `Accept-Encoding: gzip` gets the compressed form of all but parquet.',
      query: downloadParameters,
      response: z.string(),
      produces: ['application/octet-stream'],
      isPartial: true,
      errors: [400, 403, 410, 416, 429, 503],
      handlesHead: true,
      streamHandler: async (request, reply) => {
        const startedAt = performance.now();
        reply.raw.once('close', () => countResponse(reply.statusCode, startedAt));
        const { id } = request.params;
        checkToken(id, request);
        const running = beginDownload(id);
        try {
          await answer(id, request, reply, running);
        } finally {
          // The client may have disconnected meanwhile.
          if (reply.raw.destroyed) running.end();
          else reply.raw.once('close', running.end);
        }
        return reply;
      },
    }),
  ];

  async function answer(
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
    running: RunningDownload,
  ): Promise<void> {
    const found = (await findExportFile(db, id)) ?? failGone();
    requireAccess(found.owner, { feature: 'export' });
    const { status, headers, body } = choose(found, request);
    const isSent = body !== undefined && request.method !== 'HEAD';
    if (isSent) running.addTo(found.owner.accountId);
    // An open file stays readable when the export expires meanwhile.
    const opened = await (isSent ? files.open(body.name, body.part) : files.has(found.file)).catch(failAway);
    if (!opened) failGone();
    if (opened !== true) await log(found, request, opened);
    reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'private, no-cache' })
      .send(opened === true ? undefined : paced(opened, { address: clientKeyOf(request.ip) }));
  }

  /** Runs before the file is sent, so that no download is missing in the log. */
  async function log(file: ExportFile, { id: requestId, ip }: FastifyRequest, opened: Readable): Promise<void> {
    const actor = { kind: 'link', keyId: null, requestId, address: ip } as const;
    await logDownload(clientKeyOf(ip), actor, file).catch((error: unknown) => {
      opened.destroy();
      throw error;
    });
  }

  /** Chunks wait in the fair queue, so that many downloads do not delay requests. */
  function paced(bytes: Readable, client: ClientKey): Readable {
    const transform: TransformOptions['transform'] = (chunk, _encoding, done) => {
      const pass = () => done(null, chunk);
      if (queue.isFree()) pass();
      else queue.enqueue(client, pass);
    };
    const through = new Transform({ transform });
    // A client that disconnects destroys the last stream; pipeline destroys the first one too.
    pipeline(bytes, through, () => {});
    return through;
  }

  /** Fails with `unavailable` instead of `gone`, since the file may be readable again later. */
  function failAway(error: unknown): never {
    observe({ kind: 'export_store_failed', error });
    return fail('unavailable', 'The file cannot be read at the moment. The link stays valid: retry later.', {
      retryAfterSeconds,
    });
  }

  function checkToken(id: string, { raw }: Pick<FastifyRequest, 'raw'>): void {
    const query = queryOf(raw);
    const [, token = ''] = /(?:^|&)token=([\w.-]{1,100})(?:&|$)/.exec(query) ?? [];
    const expiresAt = readLink(linkSecret, id, token);
    if (expiresAt === undefined)
      fail('invalid_link', 'This link is invalid or was cut off. GET /export/{id} returns a new one.');
    // Parsed after the token is checked, since anyone can send a query that takes long to parse.
    parseParameters(downloadParameters, query);
    if (expiresAt <= Date.now()) failGone();
  }
}

function failGone(): never {
  return fail('gone', 'This export has expired or was deleted with its file. Request a new one by POST /export.');
}

type Download = {
  status: number;
  headers: Record<string, string | number>;
  /** File of the store to send. `part` is undefined for the whole file. */
  body?: { name: string; part?: { start: number; end: number } };
};

/** Picks the status, headers and part of the file for a request. */
function choose(
  { id, format, file, sizeBytes, gzipBytes, sha256 }: ExportFile,
  { headers: given }: Pick<FastifyRequest, 'headers'>,
): Download {
  const part = rangeOf(given.range, given['if-range'], `"${sha256}"`, sizeBytes);
  const isGzip = !part && gzipBytes !== null && accepts(given['accept-encoding'] ?? '', 'gzip');
  const etag = isGzip ? `"${sha256}-gzip"` : `"${sha256}"`;
  const headers = {
    etag,
    'content-type': types[format],
    'content-disposition': `attachment; filename="hookline-${id}.${format}"`,
    'accept-ranges': 'bytes',
    ...(gzipBytes === null ? {} : { vary: 'accept-encoding' }),
  };
  if (matchesEtag(given['if-none-match'], etag)) return { status: 304, headers };
  if (isGzip) {
    const encoding = { 'content-encoding': 'gzip', 'content-length': gzipBytes };
    return { status: 200, headers: { ...headers, ...encoding }, body: { name: gzipNameOf(file) } };
  }
  if (part) {
    const { start, end } = part;
    const bytes = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${sizeBytes}` };
    return { status: 206, headers: { ...headers, ...bytes }, body: { name: file, part } };
  }
  const digest = `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
  return {
    status: 200,
    headers: { ...headers, 'content-length': sizeBytes, 'repr-digest': digest },
    body: { name: file },
  };
}

/** Returns the requested range, or undefined to send the whole file: for no range, several ranges, or a range of a changed file. */
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
