// Types of the customers' part of the OpenAPI document, for sdk/src/openapi.ts. Pure.
import { createEmitter, type Schema } from './emit-type.ts';

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Operation = {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Schemas without a name in the document: the type's name, its path and its description. */
const queries = [
  ['HookQuery', '/hooks', 'Query of `hooks.list` and `hooks.full`: filters, sorting, fields and paging.'],
  ['RandomQuery', '/hooks/random', 'Query of `hooks.random`: filters, number of hooks and seed.'],
  ['TrendQuery', '/trends', 'Query of `trends`: the label to group by, the window and filters.'],
  ['ChangeQuery', '/changes', 'Query of `changes`: the catalog version of your copy and paging.'],
  ['UsageHistoryQuery', '/usage/history', 'Query of `usageHistory`: the period and what to group calls by.'],
  ['RequestQuery', '/requests', 'Query of `requests.list`: filters and paging.'],
  ['SimilarQuery', '/hooks/{id}/similar', 'Query of `hooks.similar`: filters and number of hooks.'],
  ['TemplateQuery', '/templates', 'Query of `templates`: filters, slots, sorting and paging.'],
  ['CollectionPageQuery', '/collections/{id}', 'Query of `collections.get`: paging.'],
  ['ExportListQuery', '/exports', 'Query of `exports.list`: paging.'],
  ['DeliveryQuery', '/webhooks/{id}/deliveries', 'Query of `webhooks.deliveries`: filters and paging.'],
  [
    'DeliveryLogQuery',
    '/webhooks/deliveries',
    'Query of `webhooks.log`: paging, and whether to wait for a new delivery.',
  ],
  ['SampleQuery', '/webhooks/sample', 'Query of `webhooks.sample`: filters and number of hooks.'],
] as const;
const bodies = [
  ['QueryInput', 'post', '/hooks/query', 'Body of `hooks.query` and `hooks.queryFull`: as HookQuery.'],
  ['SimilarInput', 'post', '/similar', 'Body of `similar`: a text and filters.'],
  ['CheckInput', 'post', '/check', 'Body of `check`: a draft and what is known about its video.'],
  ['AdaptInput', 'post', '/adapt', 'Body of `adapt`: a template or a hook, and values of its slots.'],
  ['NewExport', 'post', '/export', 'Body of `exports.create` and `exports.run`: file format, filters and fields.'],
  ['NewExportSchedule', 'post', '/exports/schedules', 'Body of `exports.schedules.create`.'],
  [
    'ExportScheduleUpdate',
    'patch',
    '/exports/schedules/{id}',
    'Body of `exports.schedules.update`: the properties to change.',
  ],
  ['NewSearch', 'post', '/searches', 'Body of `searches.create`.'],
  ['SearchUpdate', 'patch', '/searches/{id}', 'Body of `searches.update`: the properties to change.'],
  ['NewCollection', 'post', '/collections', 'Body of `collections.create`.'],
  ['CollectionUpdate', 'patch', '/collections/{id}', 'Body of `collections.update`: the properties to change.'],
  ['ShareInput', 'post', '/collections/{id}/share', 'Body of `collections.share`.'],
  [
    'SavedHookUpdate',
    'put',
    '/collections/{id}/hooks/{hook_id}',
    'Body of `collections.save`: note, tags and place of a hook.',
  ],
  ['SavedHooksInput', 'post', '/collections/{id}/hooks', 'Body of `collections.saveAll`.'],
  ['NewTrendAlert', 'post', '/trends/alerts', 'Body of `trendAlerts.create`.'],
  ['TrendAlertUpdate', 'patch', '/trends/alerts/{id}', 'Body of `trendAlerts.update`: the properties to change.'],
  ['NewWebhook', 'post', '/webhooks', 'Body of `webhooks.create`.'],
  ['WebhookUpdate', 'patch', '/webhooks/{id}', 'Body of `webhooks.update`: the properties to change.'],
  [
    'ResumeInput',
    'post',
    '/webhooks/{id}/resume',
    'Body of `webhooks.resume`: whether to deliver or skip the backlog.',
  ],
  ['ReplayInput', 'post', '/webhooks/{id}/replay', 'Body of `webhooks.replay`: one delivery or a period.'],
] as const;
const isInput = (name: string) => name === 'Filters' || [...queries, ...bodies].some(([one]) => one === name);

/** `examples` are lines of code by the name of the type. */
export function emitTypes(document: OpenApiDocument, examples: Readonly<Record<string, readonly string[]>>): string {
  const named = nameSchemas(document);
  const emitRecord = createEmitter(named, '');
  // Inputs may be constants.
  const emitInput = createEmitter(named, 'readonly ');
  const types = [...named].map(([name, schema]) => {
    const { [name]: example } = examples;
    if (!example || !schema.description) throw new Error(`${name} needs a description and an example`);
    return `${comment(schema.description, example)}export type ${name} =${spaced((isInput(name) ? emitInput : emitRecord)(schema, name))};\n`;
  });
  return `${opening}\n${types.join('\n')}`;
}

const spaced = (type: string) => (type.startsWith('\n') ? type : ` ${type}`);

const opening = '// Types of the API, written from its OpenAPI document by `npm run generate`. Do not edit.\n';

function nameSchemas({ paths, components }: OpenApiDocument): Map<string, Schema> {
  const records = customersSchemas({ paths, components });
  const operationAt = (method: string, path: string): Operation => {
    const operation = paths[path]?.[method];
    if (!operation) throw new Error(`${method.toUpperCase()} ${path} is not in the document`);
    return operation;
  };
  const bodyOf = (method: string, path: string) =>
    operationAt(method, path).requestBody?.content['application/json']?.schema;
  const filters = bodyOf('post', '/export')?.properties?.filters;
  if (!filters) throw new Error('POST /export takes no filters');
  return new Map<string, Schema>([
    ...records,
    ['Filters', filters],
    ...queries.map(
      ([name, path, text]) => [name, { ...toObject(operationAt('get', path)), description: text }] as const,
    ),
    ...bodies.map(
      ([name, method, path, text]) => [name, { ...inJson(bodyOf(method, path)), description: text }] as const,
    ),
  ]);
}

/** Schemas that endpoints of keys refer to, by name: their order in the document is that of module imports. */
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

/** The client reads JSON, so its methods take no other form of the response. */
function inJson({ properties = {}, ...schema }: Schema = {}): Schema {
  const { output, ...rest } = properties;
  return { ...schema, properties: rest };
}

/** Parameters of a query. A list may be given as one value. */
function toObject({ parameters = [] }: Operation): Schema {
  const inQuery = parameters.filter(({ in: place, name }) => place === 'query' && name !== 'output');
  const entries = inQuery.map(({ name, description, schema }) => {
    const oneOrMore = schema.type === 'array' ? { anyOf: [schema.items ?? {}, schema] } : schema;
    return [name, { ...oneOrMore, description }];
  });
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false };
}

function comment(text: string, example: readonly string[]): string {
  const lines = [
    '/**',
    ` * ${text}`,
    ' *',
    ' * @example',
    ' * ```ts',
    ...example.map((line) => ` * ${line}`),
    ' * ```',
    ' */',
  ];
  return `${lines.join('\n')}\n`;
}
