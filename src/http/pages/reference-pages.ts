// Documentation routes: the OpenAPI document, and the docs. The document's libraries are loaded when a client asks for it.
import type { FastifyInstance } from 'fastify';
import { lazily } from '../../lib/lazily.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { registerDocsPages } from './docs-pages.ts';
import { type PreparedText, prepareText, sendPrepared } from './prepared-text.ts';

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
