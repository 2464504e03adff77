// Reads the operation of each SDK method from the OpenAPI document. Pure.
import type { Schema } from './emit-type.ts';
import { type Method, type Resource, resources } from './methods.ts';

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Content = { content?: Record<string, { schema?: Schema }> };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
  'x-plans'?: string[];
};

export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export type Call = {
  /** Name in users' code: `hooks.list`. */
  name: string;
  entry: Method;
  verb: string;
  path: string;
  operation: Operation;
  /** Schema with the query parameters as properties. */
  query: Schema;
  body: Schema | undefined;
  /** Names of the path parameters. */
  ids: string[];
  /** Schema of what the method returns; for a list, of a record. */
  result: Schema;
  isList: boolean;
  /** The response has the result in its member `data`. */
  isData: boolean;
  /** Largest `limit` of a list with pages; undefined for everything else. */
  maxPerPage: number | undefined;
};

/** Members of the client itself have no resource name. */
export const prefixOf = (resource: string) => (resource === 'catalog' || resource === 'lines' ? '' : `${resource}.`);

export function readCalls(document: OpenApiDocument): Map<string, Call> {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => [operation.operationId, { path, verb, operation }] as const),
    ),
  );
  const calls = Object.entries(resources).flatMap(([resource, { methods }]) =>
    Object.entries(methods).map(([method, entry]) => {
      const found = operations.get(entry.operation);
      if (!found) throw new Error(`${entry.operation} is not in the document`);
      return toCall(`${prefixOf(resource)}${method}`, entry, found);
    }),
  );
  return new Map(calls.map((call) => [call.name, call]));
}

function toCall(
  name: string,
  entry: Method,
  { path, verb, operation }: { path: string; verb: string; operation: Operation },
): Call {
  const query = toObject(operation);
  const body = inJson(operation.requestBody);
  const response = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = inJson(response) ?? {};
  const { data } = schema.properties ?? {};
  const isData = data !== undefined && entry.result === undefined;
  const isList = isData && data.items !== undefined;
  const { limit, cursor } = { ...query.properties, ...body?.properties };
  return {
    ...{ name, entry, verb, path, operation, query, body, isList, isData },
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id),
    result: (isList ? data.items : isData ? data : schema) ?? {},
    maxPerPage: cursor && isList ? limit?.maximum : undefined,
  };
}

/** The client reads JSON, so its methods take no other form of the response. */
function inJson(content: Content | undefined): Schema | undefined {
  const schema = content?.content?.['application/json']?.schema;
  if (!schema?.properties) return schema;
  const { output, ...properties } = schema.properties;
  return { ...schema, properties };
}

/** A list may be given as one value. */
function toObject({ parameters = [] }: Operation): Schema {
  const inQuery = parameters.filter(({ in: place, name }) => place === 'query' && name !== 'output');
  const entries = inQuery.map(({ name, description, schema }) => {
    const oneOrMore = schema.type === 'array' ? { anyOf: [schema.items ?? {}, schema] } : schema;
    return [name, { ...oneOrMore, description }];
  });
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false };
}

/** The tests run examples against a service, so an example lists records first to have an id. */
export function exampleOf(
  { name, entry, ids, isList, maxPerPage }: Call,
  { id = '', methods }: Resource,
): readonly string[] {
  const { args = '', example } = entry;
  if (example) return example;
  const [resource = '', method = ''] = name.split(/\.(?=\w+$)/);
  const create = methods.create?.args;
  if (create && (method === 'create' || method === 'delete'))
    return [
      `const { ${id} } = await hookline.${resource}.create(${create});`,
      ...(methods.delete ? [`await hookline.${resource}.delete(${id});`] : [`console.log(${id});`]),
    ];
  const isConstant = id.startsWith("'");
  const record = isConstant ? id : `first.${id}`;
  const call = `hookline.${name}(${[...(ids.length > 0 ? [record] : []), ...(args ? [args] : [])].join(', ')})`;
  const line =
    isList && maxPerPage !== undefined
      ? `for await (const record of ${call}) console.log(record);`
      : `console.log(await ${call});`;
  return ids.length === 0 || isConstant
    ? [line]
    : [
        `const [first] = (await hookline.${resource}.list())${isPaged(methods.list) ? '.data' : ''};`,
        `if (first) ${line}`,
      ];
}

const isPaged = (list: Method | undefined) => list?.query !== undefined;
