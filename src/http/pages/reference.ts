// OpenAPI 3.1, made from the schemas of the routes. The pages that show it are in reference-pages.ts.
import swagger from '@fastify/swagger';
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
const toJsonSchema = createJsonSchemaTransform(conversion);
const addSchemas = createJsonSchemaTransformObject(conversion);

/** Of the reference: which addresses, by their first word, stand under which heading. */
const groups = [
  {
    name: 'Catalog',
    description: 'Hooks, archetypes, and what changes and rises',
    words: ['hooks', 'archetypes', 'meta', 'trends', 'changes'],
  },
  { name: 'Exports', description: 'All hooks that match, as a file', words: ['export', 'exports'] },
  { name: 'Webhooks', description: 'New hooks, sent to you', words: ['webhooks'] },
  {
    name: 'Account',
    description: 'What is used, what there is, how to begin',
    words: ['usage', 'plans', 'key-requests'],
  },
  { name: 'Health', description: 'Whether the service is up', words: ['health'] },
];

/** What is sent to a webhook, as OpenAPI 3.1 tells it. docs/webhooks.md has the headers and the schedule. */
const announcement = {
  'hooks.new': {
    post: {
      tags: ['Webhooks'],
      summary: 'New hooks that match',
      description: 'Sent to webhook_url when hooks are added. Any 2xx within 15 s counts as delivered.',
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-signature'].map((name) => ({
        name,
        in: 'header' as const,
        required: true,
        schema: { type: 'string' as const },
      })),
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object' as const,
              required: ['event', 'timestamp', 'event_id', 'data'],
              properties: {
                event: { type: 'string' as const, const: 'hooks.new' },
                timestamp: { type: 'string' as const, format: 'date-time' },
                event_id: { type: 'string' as const },
                data: {
                  type: 'object' as const,
                  required: ['count', 'hooks', 'batch'],
                  properties: {
                    count: { type: 'integer' as const },
                    hooks: { type: 'array' as const, maxItems: 100, items: { $ref: '#/components/schemas/Hook' } },
                    batch: {
                      type: 'object' as const,
                      properties: { index: { type: 'integer' as const }, of: { type: 'integer' as const } },
                    },
                  },
                },
              },
            },
          },
        },
      },
      responses: { '2XX': { description: 'Delivered' }, '410': { description: 'Pauses the webhook at once' } },
    },
  },
};

export async function registerReference(app: FastifyInstance, { version }: { version: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Hookline', version, description: 'Read-only access to a curated database of viral video hooks.' },
      tags: groups.map(({ name, description }) => ({ name, description })),
      webhooks: announcement,
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Your API key, hkl_…' } } },
    },
    transform: (route) => ({ ...toJsonSchema(withGroup(route)), url: route.url }),
    transformObject: (document) => keepUsedSchemas(addSchemas(document)),
  });
}

function withGroup(route: Parameters<typeof toJsonSchema>[0]): typeof route {
  const group = groups.find(({ words }) => words.includes(route.url.split('/')[1]));
  return group && route.schema ? { ...route, schema: { ...route.schema, tags: [group.name] } } : route;
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
