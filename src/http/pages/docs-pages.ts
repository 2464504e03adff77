// Serves the built docs: guides and reference as HTML and Markdown, and files for agents. Files are prepared at their first request.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lazily } from '../../lib/async.ts';
import { fail } from '../../lib/errors.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { etagOf, type PreparedText, pageHeaders, prepareText, sendPrepared } from './pages.ts';

const built = join(import.meta.dirname, '../../../web/dist/docs');
/** Placeholder of the public URL in the built files (web/docs/build/base-url.ts). */
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

function registerDocsPages(app: FastifyInstance, publicUrl: () => string): void {
  const files = new Set(globSync('**/*.*', { cwd: built, exclude: (name) => /\.(br|gz)$/.test(name) }));
  const prepared = new Map<string, Promise<PreparedText>>();
  const hidden = { schema: { hide: true }, config: { isPublic: true, isUnknown: true } };
  for (const path of ['/docs', '/docs/']) app.get(path, hidden, (request, reply) => send(request, reply, 'index'));
  // People look here for how to connect an agent, since connected apps are at /connect/apps.
  app.get('/connect', hidden, (_request, reply) => reply.redirect('/docs/connect', 302));
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
    if (!file) fail('not_found', 'There is no docs page at this path. /docs lists them.');
    const prepared = await prepare(file);
    // Names of assets contain a hash of the content.
    const isAsset = file.startsWith('assets/');
    reply.headers({
      ...pageHeaders,
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    });
    return sendPrepared(request, reply, prepared, 'accept, accept-encoding');
  }

  /** Agents that prefer Markdown get it at the URL of the page. */
  function toFile(name: string, accept = ''): string | undefined {
    if (files.has(name)) return extname(name) === '.html' ? undefined : name;
    const page = accept.includes('text/markdown') ? `${name}.md` : `${name}.html`;
    return files.has(page) ? page : undefined;
  }

  /** The public URL may be known only when the server listens, so files are filled in and compressed when they are requested. */
  function prepare(file: string): Promise<PreparedText> {
    const url = publicUrl();
    const name = `${url} ${file}`;
    const found = prepared.get(name) ?? read(file, url);
    prepared.set(name, found);
    found.catch(() => prepared.delete(name));
    return found;
  }
}

async function read(file: string, url: string): Promise<PreparedText> {
  const bytes = await readFile(join(built, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') fail('unavailable', 'The docs are being built again. Retry in a minute.');
    throw error;
  });
  if (!isText(file)) return { etag: etagOf(bytes), plain: bytes };
  const text = bytes.toString();
  if (text.includes(placeholder)) return prepareText(Buffer.from(text.replaceAll(placeholder, () => url)));
  return prepareText(bytes, await readFile(join(built, `${file}.br`)).catch(() => undefined));
}

// Documentation routes: the OpenAPI document, and the docs. The document's libraries are loaded when a client asks for it.

type ReferenceDeps = { endpoints: readonly Endpoint[]; version: string; publicUrl: () => string };

export function registerReferencePages(app: FastifyInstance, { endpoints, version, publicUrl }: ReferenceDeps): void {
  const load = lazily(async () => (await import('./reference.ts')).renderDocument(endpoints, version));
  // The public URL may be known only when the server listens.
  let prepared: { url: string; text: Promise<PreparedText> } | undefined;
  const prepare = async (url: string) =>
    prepareText(Buffer.from(JSON.stringify({ ...(await load()), servers: [{ url }] })));
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const url = publicUrl();
    if (prepared?.url !== url) prepared = { url, text: prepare(url) };
    const text = await prepared.text.catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=0, must-revalidate');
    return sendPrepared(request, reply, text);
  });
  registerDocsPages(app, publicUrl);
}
