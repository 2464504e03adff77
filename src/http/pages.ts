// The pages: files that web/ was built into, and what a browser may do on them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '../errors.ts';

const built = join(import.meta.dirname, '../../web/dist');

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
  const isBuilt = existsSync(join(built, 'index.html'));
  await app.register(serveStatic, {
    root: built,
    prefix: '/assets/',
    serve: false,
    preCompressed: true,
    schemaHide: true,
  });
  const send = (reply: FastifyReply, file: string, maxAge: number) => {
    if (!isBuilt) fail('unavailable', 'The pages are not built. npm run build makes them.');
    return reply.headers(headers).sendFile(file, { maxAge: maxAge * 1000, immutable: maxAge > 3600 });
  };
  for (const address of addresses) app.get(address, { schema }, (_request, reply) => send(reply, 'index.html', 0));
  for (const file of isBuilt ? rootFiles() : []) app.get(`/${file}`, { schema }, (_, reply) => send(reply, file, 3600));
  app.get<{ Params: { '*': string } }>('/assets/*', { schema }, (request, reply) =>
    send(reply, `assets/${request.params['*']}`, 365 * 86_400),
  );
}

/** What lies beside the document: the icon, and the script that sets the theme. */
function rootFiles(): string[] {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:href|src)="\/([\w.-]+)"/g)].map(([, file]) => file);
}
