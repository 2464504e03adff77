// The pages: files that web/ was built into, and what a browser may do on them.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '../../lib/errors.ts';

const built = join(import.meta.dirname, '../../../web/dist');

/** Every script and style comes from here as a file, nothing may frame a page, and no form leaves it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

const hour = 3600;
const year = 365 * 24 * hour;

/** All are one document, which shows the page that its address names. */
const addresses = [
  '/',
  '/request-a-key',
  '/sign-in',
  '/status',
  '/dashboard',
  '/dashboard/*',
  '/console',
  '/console/*',
];

export async function registerPages(app: FastifyInstance): Promise<void> {
  const schema = { hide: true };
  const files = listFiles();
  await app.register(serveStatic, { root: built, serve: false, preCompressed: true });
  for (const address of addresses) app.get(address, { schema }, (_request, reply) => send(reply, 'index.html', 0));
  for (const file of files.filter((name) => !name.includes('/')))
    app.get(`/${file}`, { schema }, (_request, reply) => send(reply, file, hour));
  const assets = new Set(files);
  app.get<{ Params: { '*': string } }>('/assets/*', { schema }, (request, reply) => {
    const file = `assets/${request.params['*']}`;
    if (!assets.has(file))
      fail('not_found', 'There is no such file. Load the page again: it may be of an older version.');
    return send(reply, file, year);
  });

  function send(reply: FastifyReply, file: string, maxAgeSeconds: number) {
    if (files.length === 0) fail('unavailable', 'The pages are not built. npm run build makes them.');
    // The name of what is kept for a year changes with what is in it.
    return reply.headers(headers).sendFile(file, { maxAge: maxAgeSeconds * 1000, immutable: maxAgeSeconds === year });
  }
}

/** What the build made, but for the document itself and the compressed copies, which stand behind what they are copies of. */
function listFiles(): string[] {
  const files = globSync(['*.*', 'assets/*'], { cwd: built });
  return files.filter((file) => file !== 'index.html' && !/\.(br|gz)$/.test(file));
}
