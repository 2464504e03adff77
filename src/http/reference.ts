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
