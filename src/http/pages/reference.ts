// OpenAPI 3.1 document of the endpoints. docs-pages.ts serves it, and loads this file with its libraries when it is requested.
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { TrendChange } from '../../trend-alerts/compare.ts';
import { verdicts } from '../../trends/growth.ts';
import type { WebhookEvent } from '../../webhooks/events/event.ts';
import { documentOnly, toRouteSchema } from '../openapi/route-schema.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { tags } from '../pipeline/schemas.ts';

const conversion: Parameters<typeof createJsonSchemaTransform>[0] = {
  zodToJsonConfig: {
    // Zod adds this bound to every integer without one, and examples are generated from bounds.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  },
};
const toJsonSchema = createJsonSchemaTransform(conversion);
const addSchemas = createJsonSchemaTransformObject(conversion);

const batched = (items: object) => ({
  type: 'object' as const,
  required: ['count', 'hooks', 'batch'],
  properties: {
    count: { type: 'integer' as const },
    hooks: { type: 'array' as const, maxItems: 100, items },
    batch: {
      type: 'object' as const,
      properties: { index: { type: 'integer' as const }, of: { type: 'integer' as const } },
    },
  },
});
const hook = { $ref: '#/components/schemas/Hook' };
const integer = { type: 'integer' as const };
const text = { type: 'string' as const };
const time = { ...text, format: 'date-time' };
const crossed = {
  type: 'object' as const,
  properties: { crossed: integer, previous_views: integer, crossed_views_per_day: integer, views_per_day: integer },
};
const retired = { type: 'object' as const, properties: { id: text, retired_at: time, reason: text } };
const reached = {
  type: 'object' as const,
  properties: { window: text, limit: integer, percent: integer, resets_at: time },
};
const nullable = (type: 'string' | 'number'): object => ({ type: [type, 'null'] });
const verdict = { ...text, enum: verdicts };
const change = {
  value: text,
  verdict,
  previous_verdict: verdict,
  n: integer,
  share: nullable('number'),
  previous_share: nullable('number'),
  change: nullable('number'),
} satisfies Record<keyof TrendChange, object>;
const changed = {
  type: 'object' as const,
  properties: {
    alert_id: text,
    name: nullable('string'),
    by: text,
    window: text,
    filters: { type: 'object' as const },
    catalog_version: integer,
    changes: { type: 'array' as const, items: { type: 'object' as const, properties: change } },
  },
};

const eventId = { ...nullable('string'), description: 'null in a test delivery' };

const payloads: Readonly<Record<WebhookEvent, { summary: string; data: object }>> = {
  'hooks.new': { summary: 'New hooks that match', data: batched(hook) },
  'hooks.updated': {
    summary: 'Hooks that reached a threshold of views, or of views a day',
    data: batched({ allOf: [hook, crossed] }),
  },
  'hooks.retired': { summary: 'Hooks that left the catalog', data: batched(retired) },
  'export.completed': { summary: 'An export is complete', data: { $ref: '#/components/schemas/Export' } },
  'quota.reached': { summary: '80 or 100 % of a limit is used', data: reached },
  'trends.changed': { summary: 'Verdicts of a trend alert changed', data: changed },
};

/** docs/webhooks.md documents headers and retries. */
const webhooks = Object.fromEntries(
  Object.entries(payloads).map(([event, { summary, data }]) => [event, { post: describe(event, summary, data) }]),
);

function describe(event: string, summary: string, data: object) {
  const header = { in: 'header' as const, required: true, schema: text };
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-signature'];
  const properties = { event: { ...text, const: event }, timestamp: time, event_id: eventId, data };
  const schema = { type: 'object' as const, required: Object.keys(properties), properties };
  return {
    tags: ['Webhooks'],
    operationId: `receive${event.replace(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    security: [],
    summary,
    description: 'Sent to webhook_url if the webhook receives it. Any 2xx within 15 s counts as delivered.',
    parameters: names.map((name) => ({ name, ...header })),
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Delivered' }, '410': { description: 'Pauses the webhook at once' } },
  };
}

/** The library documents the routes of a server, so a server that never listens gets the routes. */
export async function renderDocument(endpoints: readonly Endpoint[], version: string): Promise<object> {
  const app = Fastify({ schemaController: documentOnly });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hookline',
        version,
        description: 'Read-only access to a curated database of viral video hooks.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [...tags],
      webhooks,
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'Your API key, hkl_…, with the scope that is named' },
          operatorKey: { type: 'http', scheme: 'bearer', description: 'The operator key, from operator.key' },
        },
      },
    },
    transform: (route) => ({ ...toJsonSchema(route), url: route.url }),
    transformObject: (document) => keepUsedSchemas(addSchemas(document)),
  });
  for (const endpoint of endpoints)
    app.route({ method: endpoint.method, url: endpoint.path, schema: toRouteSchema(endpoint), handler: () => {} });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

/** Every named schema is added twice, as input and as output, including schemas of sessions; the paths need only some of them. */
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
