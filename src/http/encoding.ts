// Compression of answers that are large enough to gain from it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ByteString } from './records.ts';

// Below this an answer leaves in one flight of packets anyway, and compressing costs more than it saves.
const minBytes = 8 * 1024;
const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** The body as the client accepts it; sets the headers that tell so. */
export function encodeBody(
  accepted: string | undefined,
  headers: Record<string, string>,
  body: ByteString,
): ByteString | Promise<Buffer> {
  if (body.length < minBytes) return body;
  headers.vary = 'accept-encoding';
  if (accepted === undefined) return body;
  if (accepts(accepted, 'br')) {
    headers['content-encoding'] = 'br';
    return brotliAsync(Buffer.from(body, 'latin1'), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  }
  if (accepts(accepted, 'gzip')) {
    headers['content-encoding'] = 'gzip';
    return gzipAsync(Buffer.from(body, 'latin1'), { level: 5 });
  }
  return body;
}

function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
