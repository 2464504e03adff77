// Serves the built files of web/, with security headers and cache lifetimes.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '../../lib/errors.ts';

const built = join(import.meta.dirname, '../../../web/dist');

/** Scripts and styles only as files of this origin; no framing, no form submissions. */
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

/** Of every page, the docs included. */
export const pageHeaders = {
  'content-security-policy': policy,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

const hour = 3600;
const year = 365 * 24 * hour;

/** Paths of the single-page app: all serve index.html. */
const paths = [
  '/',
  '/request-a-key',
  '/report',
  '/sign-in',
  '/sign-up',
  '/invitations',
  '/status',
  '/status/confirm',
  '/status/unsubscribe',
  '/digests/unsubscribe',
  '/dashboard',
  '/dashboard/*',
  '/console',
  '/console/*',
];

export async function registerPages(app: FastifyInstance): Promise<void> {
  const schema = { hide: true };
  const files = listFiles();
  await app.register(serveStatic, { root: built, serve: false, preCompressed: true });
  for (const path of paths) app.get(path, { schema }, (_request, reply) => send(reply, 'index.html', 0));
  for (const file of files.filter((name) => !name.includes('/')))
    app.get(`/${file}`, { schema }, (_request, reply) => send(reply, file, hour));
  const assets = new Set(files);
  const config = { isPublic: true, isUnknown: true };
  app.get<{ Params: { '*': string } }>('/assets/*', { schema, config }, (request, reply) => {
    const file = `assets/${request.params['*']}`;
    if (!assets.has(file))
      fail('not_found', 'This file does not exist. Reload the page: it may be from an older version.');
    return send(reply, file, year);
  });

  function send(reply: FastifyReply, file: string, maxAgeSeconds: number) {
    if (files.length === 0) fail('unavailable', 'The pages are not built. Run npm run build.');
    // Names of files that are cached for a year contain a hash of the content.
    return reply
      .headers(pageHeaders)
      .sendFile(file, { maxAge: maxAgeSeconds * 1000, immutable: maxAgeSeconds === year });
  }
}

/** Files of the build, without index.html and the precompressed variants. */
function listFiles(): string[] {
  const files = globSync(['*.*', 'assets/*'], { cwd: built });
  return files.filter((file) => file !== 'index.html' && !/\.(br|gz)$/.test(file));
}
