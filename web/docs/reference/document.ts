// The OpenAPI document as the reference reads it: its operations, with the group of each.

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Content = Record<string, { schema: Schema }>;
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  tags: [string];
  security?: Record<string, string[]>[];
  'x-plans'?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
export type OpenApi = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

export type Operation = {
  id: string;
  name: string;
  description: string;
  method: string;
  path: string;
  tag: string;
  /** null for operations that need no key. */
  authentication: 'key' | 'operatorKey' | null;
  scope?: string;
  plans: readonly string[];
  parameters: readonly Parameter[];
  body?: Schema;
  success: { status: string; types: readonly string[]; schema?: Schema };
  errors: readonly string[];
};

export function readOperations({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(path, method, described)),
  );
}

function toOperation(path: string, method: string, described: Described): Operation {
  const {
    operationId,
    summary,
    description = '',
    tags,
    security = [],
    parameters = [],
    requestBody,
    responses,
  } = described;
  const [status = '', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const content = Object.entries(success?.content ?? {});
  const [scheme, scopes = []] = Object.entries(security[0] ?? {})[0] ?? [];
  return {
    id: operationId,
    name: summary,
    description,
    method: method.toUpperCase(),
    path,
    tag: tags[0],
    authentication: scheme === 'key' || scheme === 'operatorKey' ? scheme : null,
    scope: scopes[0],
    plans: described['x-plans'] ?? [],
    parameters,
    body: requestBody && Object.values(requestBody.content)[0]?.schema,
    success: { status, types: content.map(([type]) => type), schema: content[0]?.[1].schema },
    errors: Object.keys(responses).filter((code) => /^[45]/.test(code)),
  };
}
