// Documentation routes: the OpenAPI document, the interactive reference and the error codes, with a strict content security policy.
// Their libraries take 20 MB, so they are loaded when a client asks for what they make.
import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { lazily } from '../../lib/lazily.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { registerDocsPages } from './docs-pages.ts';

const hidden = { schema: { hide: true } };
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const policy = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
/** Scalar adds inline styles at run time. */
const referencePolicy = policy("'self' 'unsafe-inline'");

const referencePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hookline API</title>
<body>
<div id="app"></div>
<script src="/docs/js/scalar.js"></script>
<script src="/docs/js/start.js"></script>
</body>
</html>
`;

type ReferenceDeps = { endpoints: readonly Endpoint[]; version: string; publicUrl: () => string };

export function registerReferencePages(app: FastifyInstance, { endpoints, version, publicUrl }: ReferenceDeps): void {
  const load = lazily(async () => (await import('./reference.ts')).renderDocument(endpoints, version));
  // The public URL may be known only when the server listens.
  let rendered: { url: string; document: Buffer } | undefined;
  app.get('/openapi.json', hidden, async (_request, reply) => {
    const url = publicUrl();
    if (rendered?.url !== url)
      rendered = { url, document: Buffer.from(JSON.stringify({ ...(await load()), servers: [{ url }] })) };
    return reply.type('application/json; charset=utf-8').send(rendered.document);
  });
  registerDocsPages(app, publicUrl);
  const start = read('./reference/start.js');
  app.get('/docs/js/start.js', hidden, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  app.get('/docs/api', hidden, async (_request, reply) => sendPage(reply, referencePage, referencePolicy));
  const bundle = lazily(readBundle);
  app.get('/docs/js/scalar.js', hidden, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await bundle()),
  );
}

/** The package has its script only as a route of a plugin. Its page is not used: it has an inline script. */
async function readBundle(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await app.inject('/js/scalar.js');
  await app.close();
  return rawPayload;
}

function sendPage(reply: FastifyReply, page: string, contentSecurityPolicy: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
    })
    .send(page);
}
