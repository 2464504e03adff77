// Compression of large responses: chooses between brotli, gzip and none.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ByteString } from '../pipeline/records.ts';

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
export function chooseEncoding(accepted: string | undefined, bytes: number): Encoding {
  if (bytes < minBytes) return small;
  if (accepted === undefined) return encodings.identity;
  if (accepts(accepted, 'br')) return encodings.br;
  if (accepts(accepted, 'gzip')) return encodings.gzip;
  return encodings.identity;
}

export function compress(body: ByteString, coding: Coding): Promise<Buffer> {
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
