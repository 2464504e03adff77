// Texts that stay the same while the process runs: compressed once, and sent with an ETag in the form that the client accepts.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../server/compression.ts';

export type PreparedText = { etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer };

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** `br` is the compressed text, if the build made it. */
export async function prepareText(plain: Buffer, br?: Buffer): Promise<PreparedText> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const forms = await Promise.all([br ?? brotliAsync(plain, { params }), gzipAsync(plain, { level: 9 })]);
  return { etag: etagOf(plain), plain, br: forms[0], gzip: forms[1] };
}

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Content type and cache lifetime are in the headers of the reply. `vary` names what else than the coding the text depends on. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, plain, ...forms }: PreparedText,
  vary = 'accept-encoding',
): FastifyReply {
  reply.headers({ etag, vary });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  for (const coding of ['br', 'gzip'] as const) {
    const bytes = forms[coding];
    if (bytes && accepts(accepted, coding)) return reply.header('content-encoding', coding).send(bytes);
  }
  return reply.send(plain);
}
