// OpenAPI description of an endpoint, as the schema of its Fastify route.
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { plansWith } from '../../accounts/plan.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { problemResponse } from '../pipeline/schemas.ts';

export function toRouteSchema(endpoint: Endpoint): FastifySchema {
  const { tag, summary, description, query, headers, body, status = 200, isPartial, redirect } = endpoint;
  if (!tag) return { hide: true };
  return {
    tags: [tag],
    summary,
    operationId: toOperationId(summary),
    ...(description ? { description } : {}),
    ...securityOf(endpoint),
    ...plansOf(endpoint),
    ...(query ? { querystring: query } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    response: {
      [status]: successOf(endpoint),
      ...(isPartial ? { 206: { ...successOf(endpoint), description: 'The requested range' } } : {}),
      ...(redirect ? { 308: redirect } : {}),
      ...Object.fromEntries(errorsOf(endpoint).map((error) => [error, problemResponse(error)])),
    },
  };
}

/** "List hooks" → listHooks. */
function toOperationId(summary: string): string {
  return summary
    .replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^./, (first) => first.toLowerCase());
}

/** Plans that include the endpoint, for the reference and generated clients. */
function plansOf(endpoint: Endpoint): { 'x-plans'?: string[] } {
  return endpoint.audience === 'key' && !endpoint.findCaller ? { 'x-plans': plansWith(endpoint.feature) } : {};
}

/** Without a stated security, generators would require a key everywhere. */
function securityOf(endpoint: Endpoint): Pick<FastifySchema, 'security'> {
  if (endpoint.audience === 'public' || ('findCaller' in endpoint && endpoint.findCaller)) return { security: [] };
  if (endpoint.audience === 'operator') return { security: [{ operatorKey: [] }] };
  return { security: endpoint.audience === 'key' ? [{ key: [endpoint.scope] }] : [] };
}

function successOf({ summary, response, produces }: Endpoint) {
  if (!produces) return response.describe(summary);
  const content = produces.map((type) => [type, { schema: type === 'application/json' ? response : textOf(type) }]);
  return { description: summary, content: Object.fromEntries(content) };
}

function textOf(mediaType: string): z.ZodType {
  return mediaType === 'application/octet-stream' ? z.string().meta({ format: 'binary' }) : z.string();
}

function errorsOf(endpoint: Endpoint): readonly number[] {
  const { audience, method, path, body, errors, redirect, isInMemory } = endpoint;
  if (errors) return errors;
  if (audience === 'public') return [414, 500];
  const isForAllPlans = 'feature' in endpoint && endpoint.feature === 'read' && audience !== 'operator';
  return [
    ...[400, 401, 403],
    ...(isForAllPlans && !path.includes(':') ? [] : [404]),
    // A hook that can be merged into another can also be retired.
    ...(redirect ? [410] : []),
    ...(body ? [413, 415, 422] : []),
    ...[429, 500, 503],
    ...(method === 'GET' || isInMemory ? [] : [507]),
  ];
}

/** Schemas of routes only document, since parameters.ts and read-body.ts validate. Replaces ajv and its dependencies, 3 MB. */
export const documentOnly = {
  compilersFactory: {
    // Cast to the type of ajv, which has more than Fastify calls.
    buildValidator: () => (() => (value: unknown) => ({ value })) as never,
    buildSerializer: () => () => JSON.stringify,
  },
};
