// /webhooks: the webhooks of an account and the log of their deliveries.
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import {
  createEndpoint,
  type EndpointDeps,
  pause,
  removeEndpoint,
  resume,
  rotateSecret,
  updateEndpoint,
} from '../../webhooks/actions.ts';
import { deliveryDetailSchema, deliverySchema, replayInput, testInput } from '../../webhooks/delivery.ts';
import { type DeliveryLimits, replay, testEndpoint } from '../../webhooks/delivery-actions.ts';
import {
  createEndpointInput,
  endpointSchema,
  endpointWithSecretSchema,
  resumeInput,
  updateEndpointInput,
} from '../../webhooks/endpoint.ts';
import { getDelivery, getEndpoint, listDeliveries, listEndpoints } from '../../webhooks/queries.ts';
import { list, toList } from '../openapi/schemas.ts';
import { requireEventScopes } from '../pipeline/caller/access.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../pipeline/endpoint.ts';
import { nextLink, pageCursor, wholeNumber } from '../pipeline/parameters.ts';

export type WebhookDeps = EndpointDeps & { db: Database; limits: DeliveryLimits; publicUrl: () => string };

export const deliveryParameters = z.object({
  status: z
    .enum(['pending', 'delivered', 'failed', 'skipped'], {
      error: 'status is pending, delivered, failed or skipped.',
    })
    .optional(),
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Deliveries per page. Default 20' }).optional(),
  cursor: pageCursor,
});

const common = { audience: 'key', feature: 'webhooks', tag: 'Webhooks' } as const;

export function webhookEndpoints(deps: WebhookDeps): CallerEndpoint[] {
  const { db, publicUrl } = deps;
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, actor: actor() });
  return [
    defineEndpoint({
      ...common,
      path: '/webhooks',
      summary: 'List webhooks',
      response: list(endpointSchema),
      handler: async ({ caller }) => {
        const endpoints = await listEndpoints(db, caller.accountId);
        return toList(endpoints.map(({ account_id, ...endpoint }) => endpoint));
      },
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks',
      summary: 'Create webhook',
      body: createEndpointInput.meta({
        example: { webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } },
      }),
      status: 201,
      response: endpointWithSecretSchema,
      handler: async (request, reply) => {
        requireEventScopes(request.caller, request.body.events ?? []);
        const endpoint = await createEndpoint(acting(request), request.caller.accountId, request.body);
        reply.header('location', `${publicUrl()}/webhooks/${endpoint.webhook_id}`);
        return endpoint;
      },
    }),
    defineEndpoint({
      ...common,
      path: '/webhooks/:id',
      summary: 'Get webhook',
      response: endpointSchema,
      handler: ({ caller, params }) => getEndpoint(db, params.id, caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/webhooks/:id',
      summary: 'Update webhook',
      description:
        'Changes the URL, filters, events or description of a webhook. A key needs the scope of what its events carry.',
      body: updateEndpointInput,
      response: endpointSchema,
      handler: async (request) => {
        const { caller, params, body } = request;
        // Another URL receives the events that the webhook has.
        const { events } = await getEndpoint(db, params.id, caller.accountId);
        requireEventScopes(caller, [...events, ...(body.events ?? [])]);
        return updateEndpoint(acting(request), params.id, body, caller.accountId);
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/webhooks/:id',
      summary: 'Delete webhook',
      description: 'Deletes a webhook, its queue and its log.',
      response: endpointSchema,
      handler: (request) => removeEndpoint(acting(request), request.params.id, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/test',
      summary: 'Test webhook',
      description: 'Sends a test delivery: a sample of `event`.',
      status: 202,
      response: deliverySchema,
      body: testInput,
      handler: (request) => testEndpoint(acting(request), request.params.id, request.body, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/pause',
      summary: 'Pause webhook',
      description: 'Pauses a webhook. Events are queued.',
      response: endpointSchema,
      handler: (request) => pause(acting(request), request.params.id, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/resume',
      summary: 'Resume webhook',
      description: 'Resumes a webhook, with or without the backlog.',
      body: resumeInput,
      response: endpointSchema,
      handler: (request) => resume(acting(request), request.params.id, request.body, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/rotate-secret',
      summary: 'Rotate webhook secret',
      description: 'Creates a new secret. The old one also signs for 24 hours.',
      response: endpointWithSecretSchema,
      handler: (request) => rotateSecret(acting(request), request.params.id, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/replay',
      summary: 'Replay deliveries',
      description: 'Delivers again: one delivery, all of a time range, or only the failed ones.',
      body: replayInput.meta({ example: { status: 'failed', since: '2026-11-21T00:00:00Z' } }),
      status: 202,
      response: list(deliverySchema),
      handler: async (request) =>
        toList(await replay(acting(request), request.params.id, request.body, request.caller.accountId)),
    }),
    defineEndpoint({
      ...common,
      path: '/webhooks/:id/deliveries',
      summary: 'List deliveries',
      description: 'The deliveries of a webhook, newest first.',
      query: deliveryParameters,
      response: list(deliverySchema),
      handler: async ({ caller, params, query: { cursor, ...page }, path }, reply) => {
        const filter = { ...page, after: cursor };
        const { deliveries, total, next } = await listDeliveries(db, params.id, filter, caller.accountId);
        if (next) reply.header('link', nextLink(publicUrl(), path, { ...page, cursor: next }));
        return toList(deliveries, total, next);
      },
    }),
    defineEndpoint({
      ...common,
      path: '/webhooks/:id/deliveries/:delivery_id',
      summary: 'Get delivery',
      description: 'A delivery with its body and every attempt. A key needs the scope of what its event carries.',
      response: deliveryDetailSchema,
      handler: async ({ caller, params }) => {
        const delivery = await getDelivery(db, params.id, params.delivery_id, caller.accountId);
        requireEventScopes(caller, [delivery.event]);
        return delivery;
      },
    }),
  ];
}
