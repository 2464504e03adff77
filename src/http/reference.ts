// The documentation the service carries: OpenAPI 3.1 made from the schemas, an interactive reference, the page of errors.
import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';

const conversion: Parameters<typeof createJsonSchemaTransform>[0] = {
  zodToJsonConfig: {
    // Zod's bound of every integer that has no other. Examples are made from bounds, and no count is -9007199254740991.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  },
};
const addSchemas = createJsonSchemaTransformObject(conversion);

export async function registerReference(app: FastifyInstance, { version }: { version: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Hookline', version, description: 'Read-only access to a curated database of viral video hooks.' },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Your API key, hkl_…' } } },
    },
    transform: createJsonSchemaTransform(conversion),
    transformObject: (document) => keepUsedSchemas(addSchemas(document)),
  });
}

/** Every named schema arrives twice, for input and output, and the operator's too; the public paths need a few of them. */
function keepUsedSchemas(document: ReturnType<typeof addSchemas>): ReturnType<typeof addSchemas> {
  if (!('components' in document)) return document;
  const schemas = Object.entries(document.components?.schemas ?? {});
  const used = new Set<string>();
  const follow = (part: unknown) => {
    const text = JSON.stringify(part);
    for (const [name, schema] of schemas) {
      if (used.has(name) || !text.includes(`"#/components/schemas/${name}"`)) continue;
      used.add(name);
      follow(schema);
    }
  };
  follow(document.paths ?? {});
  for (const [name] of schemas) if (!used.has(name)) delete document.components?.schemas?.[name];
  return document;
}

/** After every other route, so that all of them are in the document. */
export async function registerReferencePages(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: () => string },
): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async () => ({
    ...app.swagger(),
    servers: [{ url: publicUrl() }],
  }));
  const page = errorsPage(readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8'));
  app.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Hookline API',
      pageTitle: 'Hookline API',
      authentication: { preferredSecurityScheme: 'key' },
      withDefaultFonts: false,
      telemetry: false,
      // These four hand the document to services of Scalar's.
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}

/** docs/errors.md as a page whose anchors are the codes. Its Markdown is headings, paragraphs and code spans only. */
function errorsPage(markdown: string): string {
  const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const inline = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  const blocks = markdown.split(/\n{2,}/).map((block) => {
    const [, hashes, title] = /^(#+) (.*)$/.exec(block.trim()) ?? [];
    if (!hashes) return `<p>${inline(block.trim())}</p>`;
    const id = title.replaceAll('`', '').split(' ')[0];
    return `<h${hashes.length} id="${escapeHtml(id)}">${inline(title)}</h${hashes.length}>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hookline errors</title>
<style>body{font:15px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}h2{margin-top:2rem}code{font-family:ui-monospace,monospace}</style>${blocks.join('\n')}</html>`;
}
