// The types of our OpenAPI document as TypeScript, for sdk/src/openapi.ts. Pure. It reads what zod writes and fails at all else.

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
};
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } };

export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** What has no name in the document, where it stands, and what it is. */
const queries = [
  ['HookQuery', '/hooks', 'What to list, and how.'],
  ['RandomQuery', '/hooks/random', 'What to draw from, and how many.'],
  ['TrendQuery', '/trends', 'Of what, and how far back.'],
  ['ChangeQuery', '/changes', 'What you have already.'],
  ['UsageHistoryQuery', '/usage/history', 'Which calls, and what they are told apart by.'],
  ['ExportListQuery', '/exports', 'A page of exports.'],
  ['DeliveryQuery', '/webhooks/{id}/deliveries', 'Which deliveries.'],
] as const;
const bodies = [
  ['NewExport', 'post', '/export', 'What to export.'],
  ['NewWebhook', 'post', '/webhooks', 'A webhook to register.'],
  ['WebhookUpdate', 'patch', '/webhooks/{id}', 'What to change of a webhook.'],
  ['ResumeInput', 'post', '/webhooks/{id}/resume', 'What becomes of what was kept.'],
  ['ReplayInput', 'post', '/webhooks/{id}/replay', 'What to deliver again.'],
] as const;
const isInput = (name: string) => name === 'Filters' || [...queries, ...bodies].some(([one]) => one === name);
/** Asking for a key needs no client. */
const unused = ['NewKeyRequestInput', 'KeyRequest'];

/** `examples` are lines of code by the name of the type. */
export function emitTypes(document: OpenApiDocument, examples: Readonly<Record<string, readonly string[]>>): string {
  const named = nameSchemas(document);
  const emitRecord = createEmitter(named, '');
  // What a caller gives may be a constant.
  const emitInput = createEmitter(named, 'readonly ');
  const types = [...named].map(([name, schema]) => {
    const { [name]: example } = examples;
    if (!example || !schema.description) throw new Error(`${name} needs a description and an example`);
    return `${comment(schema.description, example)}export type ${name} = ${(isInput(name) ? emitInput : emitRecord)(schema, name)};\n`;
  });
  return `${opening}\n${types.join('\n')}`;
}

const opening =
  '// The records of the API, out of its OpenAPI document by `npm run generate`. Not to be changed by hand.\n';

function nameSchemas({ paths, components }: OpenApiDocument): Map<string, Schema> {
  const records = Object.entries(components.schemas).filter(([name]) => !unused.includes(name));
  const bodyOf = (method: string, path: string) => paths[path][method].requestBody?.content['application/json'].schema;
  const filters = bodyOf('post', '/export')?.properties?.filters;
  if (!filters) throw new Error('POST /export takes no filters any more');
  return new Map<string, Schema>([
    ...records,
    ['Filters', filters],
    ...queries.map(([name, path, text]) => [name, { ...toObject(paths[path].get), description: text }] as const),
    ...bodies.map(([name, method, path, text]) => [name, { ...bodyOf(method, path), description: text }] as const),
  ]);
}

/** Parameters of a query; where several values may be given, one may stand alone. */
function toObject({ parameters = [] }: Operation): Schema {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const entries = inQuery.map(({ name, description, schema }) => {
    const oneOrMore = schema.type === 'array' ? { anyOf: [schema.items ?? {}, schema] } : schema;
    return [name, { ...oneOrMore, description }];
  });
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false };
}

function createEmitter(named: ReadonlyMap<string, Schema>, arrays: '' | 'readonly ') {
  const shapeOf = ({ description, ...shape }: Schema) => JSON.stringify(shape);
  const names = new Map([...named].map(([name, schema]) => [shapeOf(schema), name]));
  return emit;

  /** `self` is the name that is being given to it. */
  function emit(schema: Schema, self = '', indent = ''): string {
    const name = schema.$ref?.split('/').at(-1) ?? names.get(shapeOf(schema));
    if (name && name !== self && named.has(name)) return name;
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum) return schema.enum.map(literal).join(' | ');
    if (schema.anyOf) return schema.anyOf.map((one) => onOneLine(emit(one, '', indent))).join(' | ');
    return [schema.type]
      .flat()
      .map((type) => emitPlain(schema, type, indent))
      .join(' | ');
  }

  function emitPlain(schema: Schema, type: string | undefined, indent: string): string {
    if (type === 'string' || type === 'boolean' || type === 'null' || type === 'number') return type;
    if (type === 'integer') return 'number';
    if (type === 'array' && schema.items) {
      const item = emit(schema.items, '', indent);
      return `${arrays}${item.includes(' | ') ? `(${item})` : item}[]`;
    }
    if (type === 'object') return emitObject(schema, indent);
    if (type === undefined && Object.keys(schema).length === 0) return 'unknown';
    throw new Error(`The SDK's generator does not know ${JSON.stringify(schema)}`);
  }

  function emitObject({ properties = {}, required = [], additionalProperties: more }: Schema, indent: string): string {
    const rest = typeof more === 'object' ? emit(more, '', `${indent}  `) : undefined;
    const entries = Object.entries(properties);
    if (entries.length === 0) return `Record<string, ${rest ?? 'unknown'}>`;
    const inner = `${indent}  `;
    const members = entries.flatMap(([name, schema]) => {
      const text = schema.description ? [`${inner}/** ${schema.description} */`] : [];
      return [...text, member(inner, `${name}${required.includes(name) ? '' : '?'}:`, emit(schema, '', inner))];
    });
    if (rest !== undefined) members.push(`${inner}[member: string]: ${rest};`);
    return `{\n${members.join('\n')}\n${indent}}`;
  }
}

/** A union that is too long for a line takes one for each, as the formatter has it. */
function member(indent: string, name: string, type: string): string {
  const line = `${indent}${name} ${type};`;
  if (line.length <= 120 || line.includes('\n')) return line;
  return `${indent}${name}\n${type
    .split(' | ')
    .map((one) => `${indent}  | ${one}`)
    .join('\n')};`;
}

function onOneLine(type: string): string {
  return type.replace(/;\n *\}/g, ' }').replace(/\n */g, ' ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
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
