// Serves the built files of web/, with security headers and cache lifetimes.

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../lib/errors.ts';
import { accepts } from '../pipeline/response.ts';
import { documentPolicy } from './document-policy.ts';

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

/** Headers of every page, including the docs. */
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

// Page for browsers that request an unknown URL: one document without scripts.

const body = readFileSync(new URL('./not-found.html', import.meta.url), 'utf8');
const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];

export const notFoundPage = {
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': documentPolicy(style),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  },
};

// Texts that stay the same while the process runs: compressed once, and sent with an ETag in the form that the client accepts.

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

/**
 * The headers of the reply already have the content type and cache lifetime. `vary` lists what the text depends on in addition to the
 * encoding.
 */
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
