// Types of the customers' part of the OpenAPI document, for sdk/src/openapi.ts. Pure.
import { createEmitter, type Schema } from './emit-type.ts';
import { otherExamples, resources } from './methods.ts';
import { type Call, exampleOf, type OpenApiDocument, prefixOf, readCalls } from './operations.ts';

const opening = '// Types of the API, written from its OpenAPI document by `npm run generate`. Do not edit.\n';

type NamedType = { schema: Schema; isInput: boolean };

export function emitTypes(document: OpenApiDocument): string {
  const calls = readCalls(document);
  const named = nameSchemas(document, [...calls.values()]);
  const schemas = new Map([...named].map(([name, { schema }]) => [name, schema]));
  const emitRecord = createEmitter(schemas, '');
  // Arrays of inputs are readonly, so that constants fit.
  const emitInput = createEmitter(schemas, 'readonly ');
  const codes = new Map(
    [...named].map(([name, { schema, isInput }]) => [name, (isInput ? emitInput : emitRecord)(schema, name)]),
  );
  const examples = findExamples(codes, calls, emitRecord);
  const types = [...named].map(([name, { schema }]) => {
    const example = examples.get(name);
    if (!example || !schema.description) throw new Error(`${name} needs a description and a method that uses it`);
    const code = codes.get(name) ?? '';
    return `${docComment(schema.description, example)}export type ${name} =${code.startsWith('\n') ? code : ` ${code}`};\n`;
  });
  return `${opening}\n${types.join('\n')}`;
}

export function docComment(text: string, example: readonly string[], indent = ''): string {
  const lines = [text, '', '@example', '```ts', ...example, '```'];
  return [`/**`, ...lines.map((line) => ` * ${line}`.trimEnd()), ' */\n'].join(`\n${indent}`);
}

/** Queries and bodies have no name in the document; the methods name them. */
function nameSchemas(document: OpenApiDocument, calls: readonly Call[]): Map<string, NamedType> {
  const filters = calls.find(({ name }) => name === 'exports.create')?.body?.properties?.filters;
  if (!filters) throw new Error('POST /export takes no filters');
  const inputs = (part: 'query' | 'body', noun: string) =>
    calls.flatMap(({ name, entry, [part]: schema }): [string, NamedType][] => {
      const type = entry[part]?.replace('?', '');
      const description = `${noun} of \`${name}\`.`;
      return type && schema ? [[type, { schema: { ...schema, description }, isInput: true }]] : [];
    });
  return new Map<string, NamedType>([
    ...customersSchemas(document).map(([name, schema]) => [name, { schema, isInput: false }] as const),
    ['Filters', { schema: filters, isInput: true }],
    ...inputs('query', 'Query'),
    ...inputs('body', 'Body'),
  ]);
}

/** Schemas that routes for keys refer to, sorted by name: their order in the document is the order of module imports. */
function customersSchemas({ paths, components }: OpenApiDocument): [string, Schema][] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const schemas = Object.entries(components.schemas);
  const used = new Set<string>();
  const follow = (part: unknown) => {
    const text = JSON.stringify(part);
    for (const [name, schema] of schemas) {
      if (used.has(name) || !text.includes(`"#/components/schemas/${name}"`)) continue;
      used.add(name);
      follow(schema);
    }
  };
  follow(operations.filter(({ security = [] }) => security.some((scheme) => 'key' in scheme)));
  return schemas.filter(([name]) => used.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The example of a type comes from the first method that takes or returns it, else from a method whose types contain it. */
function findExamples(
  codes: ReadonlyMap<string, string>,
  calls: ReadonlyMap<string, Call>,
  emit: (schema: Schema) => string,
): Map<string, readonly string[]> {
  const examples = new Map(Object.entries(otherExamples));
  const mentionsOf = (code: string) => [...codes.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  let mentions = Object.entries(resources).flatMap(([prefix, resource]) =>
    Object.keys(resource.methods).flatMap((method) => {
      const call = calls.get(`${prefixOf(prefix)}${method}`);
      if (!call) return [];
      const { query = '', body = '', fieldsOf, result } = call.entry;
      const example = exampleOf(call, resource);
      const types = [query, body, fieldsOf ?? result ?? emit(call.result)];
      return mentionsOf(types.join(' ')).map((name) => ({ name, example }));
    }),
  );
  while (mentions.length > 0) {
    const found = mentions.filter(({ name }) => !examples.has(name));
    for (const { name, example } of found) if (!examples.has(name)) examples.set(name, example);
    mentions = found.flatMap(({ name, example }) =>
      mentionsOf((codes.get(name) ?? '').replace(/\/\*\*.*\*\//g, '')).map((one) => ({ name: one, example })),
    );
  }
  return examples;
}
