// Serves the built docs: guides and reference as HTML and Markdown, and what agents read. Files are prepared at their first request.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../lib/errors.ts';
import { accepts } from '../server/compression.ts';
import { pageHeaders } from './pages.ts';

const built = join(import.meta.dirname, '../../../web/dist/docs');
/** Stands for the public URL in the built files (web/docs/build/base-url.ts). */
const placeholder = 'https://hookline.invalid';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
};
const isText = (file: string) => extname(file) !== '.png';

type Prepared = { etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer };

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export function registerDocsPages(app: FastifyInstance, publicUrl: () => string): void {
  const files = new Set(globSync('**/*.*', { cwd: built }));
  const prepared = new Map<string, Promise<Prepared>>();
  const hidden = { schema: { hide: true }, config: { isPublic: true, isUnknown: true } };
  for (const path of ['/docs', '/docs/']) app.get(path, hidden, (request, reply) => send(request, reply, 'index'));
  for (const file of ['llms.txt', 'llms-full.txt'])
    app.get(`/${file}`, hidden, (request, reply) => send(request, reply, file));
  app.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) =>
    send(request, reply, request.params['*']),
  );

  async function send(request: FastifyRequest, reply: FastifyReply, name: string) {
    if (files.size === 0) fail('unavailable', 'The docs are not built. Run npm run build.');
    const file = toFile(name, request.headers.accept);
    const page = name.replace(/(\.html|\/)$/, '').toLowerCase();
    if (!file && page !== name && files.has(`${page}.html`)) return reply.redirect(`/docs/${page}`, 301);
    if (!file) fail('not_found', 'There is no page of the docs at this path. /docs lists them.');
    const { etag, ...forms } = await prepare(file);
    // Names of assets contain a hash of the content.
    const isAsset = file.startsWith('assets/');
    reply.headers({
      ...pageHeaders,
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      etag,
      vary: 'accept, accept-encoding',
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    for (const coding of ['br', 'gzip'] as const) {
      const bytes = forms[coding];
      if (bytes && accepts(accepted, coding)) return reply.header('content-encoding', coding).send(bytes);
    }
    return reply.send(forms.plain);
  }

  /** Agents that prefer Markdown get it at the address of the page. */
  function toFile(name: string, accept = ''): string | undefined {
    if (files.has(name)) return extname(name) === '.html' ? undefined : name;
    const page = accept.includes('text/markdown') ? `${name}.md` : `${name}.html`;
    return files.has(page) ? page : undefined;
  }

  /** The public URL may be known only when the server listens, so files are filled in and compressed when they are requested. */
  function prepare(file: string): Promise<Prepared> {
    const url = publicUrl();
    const name = `${url} ${file}`;
    const found = prepared.get(name) ?? read(file, url);
    prepared.set(name, found);
    found.catch(() => prepared.delete(name));
    return found;
  }
}

async function read(file: string, url: string): Promise<Prepared> {
  const bytes = await readFile(join(built, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') fail('unavailable', 'The docs are being built again. Retry in a minute.');
    throw error;
  });
  const plain = isText(file) ? Buffer.from(bytes.toString().replaceAll(placeholder, () => url)) : bytes;
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  if (!isText(file)) return { etag, plain };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const [br, gzipped] = await Promise.all([brotliAsync(plain, { params }), gzipAsync(plain, { level: 9 })]);
  return { etag, plain, br, gzip: gzipped };
}
