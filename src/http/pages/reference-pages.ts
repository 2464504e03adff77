// Documentation routes: the OpenAPI document, and the docs. The document's libraries are loaded when a client asks for it.
import type { FastifyInstance } from 'fastify';
import { lazily } from '../../lib/lazily.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { registerDocsPages } from './docs-pages.ts';

type ReferenceDeps = { endpoints: readonly Endpoint[]; version: string; publicUrl: () => string };

export function registerReferencePages(app: FastifyInstance, { endpoints, version, publicUrl }: ReferenceDeps): void {
  const load = lazily(async () => (await import('./reference.ts')).renderDocument(endpoints, version));
  // The public URL may be known only when the server listens.
  let rendered: { url: string; document: Buffer } | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    const url = publicUrl();
    if (rendered?.url !== url)
      rendered = { url, document: Buffer.from(JSON.stringify({ ...(await load()), servers: [{ url }] })) };
    return reply.type('application/json; charset=utf-8').send(rendered.document);
  });
  registerDocsPages(app, publicUrl);
}
