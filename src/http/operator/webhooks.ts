// /operator/webhooks: actions on behalf of webhook owners; /operator/deliveries: deliveries of all accounts.
import { z } from 'zod';
import { createWebhook, pause, removeWebhook, resume, rotateSecret, updateWebhook } from '../../webhooks/actions.ts';
import {
  deliveryDetailSchema,
  deliverySchema,
  replayedSchema,
  replayFailedInput,
  replayInput,
  testInput,
} from '../../webhooks/delivery.ts';
import { replay, replayFailed, sendNow, testWebhook } from '../../webhooks/delivery-actions.ts';
import {
  deliveryOverviewDetailSchema,
  deliveryOverviewPageSchema,
  findDeliveries,
  findWebhooks,
  getDelivery,
  getDeliveryOverview,
  getWebhookOverview,
  listDeliveries,
  webhookOverviewSchema,
} from '../../webhooks/queries.ts';
import {
  createWebhookInput,
  resumeInput,
  updateWebhookInput,
  webhookSchema,
  webhookWithSecretSchema,
} from '../../webhooks/webhook.ts';
import { deliveryParameters } from '../endpoints/webhooks.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import type { Services } from '../services.ts';

const listParameters = z.object({
  account: z.string().optional(),
  status: z.enum(['active', 'paused'], { error: 'status is active or paused.' }).optional(),
});

const allDeliveryParameters = z.object({
  status: deliveryParameters.shape.status,
  kind: z.enum(['event', 'test', 'replay'], { error: 'kind is event, test or replay.' }).optional(),
  webhook: z.string().optional(),
  account: z.string().optional(),
  since: z.iso
    .datetime({ offset: true, error: 'since is a time in ISO 8601, such as 2026-11-21T00:00:00Z.' })
    .optional(),
  after: z.string().max(100).optional(),
  limit: operatorPage.limit,
});

export function operatorWebhookEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/webhooks',
      summary: 'List webhooks of all accounts',
      query: listParameters,
      response: z.object({ webhooks: z.array(webhookOverviewSchema) }),
      handler: async ({ query }) => ({ webhooks: await findWebhooks(db, query) }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/webhooks',
      summary: 'Create webhook for account',
      body: createWebhookInput,
      status: 201,
      response: webhookWithSecretSchema,
      handler: (request) =>
        createWebhook(contextOf(services, request), { ...request.body, accountId: request.params.id }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/webhooks/:id',
      summary: 'Get any webhook',
      response: webhookOverviewSchema,
      handler: ({ params }) => getWebhookOverview(db, params.id),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'PATCH',
      path: '/operator/webhooks/:id',
      summary: 'Update any webhook',
      description: 'Changes the URL, filters or description of any webhook.',
      body: updateWebhookInput,
      response: webhookSchema,
      handler: (request) => updateWebhook(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'DELETE',
      path: '/operator/webhooks/:id',
      summary: 'Delete any webhook',
      description: 'Deletes any webhook, its queue and its log.',
      response: webhookSchema,
      handler: (request) => removeWebhook(contextOf(services, request), request.params),
    }),
    ...actionEndpoints(services),
    ...deliveryEndpoints(services),
  ];
}

function actionEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/webhooks/:id/test',
      summary: 'Test any webhook',
      description: 'Sends any webhook a test delivery.',
      status: 202,
      response: deliverySchema,
      body: testInput,
      handler: (request) => testWebhook(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/webhooks/:id/pause',
      summary: 'Pause any webhook',
      description: 'Pauses any webhook. Events are queued.',
      response: webhookSchema,
      handler: (request) => pause(contextOf(services, request), request.params),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/webhooks/:id/resume',
      summary: 'Resume any webhook',
      description: 'Resumes any webhook, with or without the backlog.',
      body: resumeInput,
      response: webhookSchema,
      handler: (request) => resume(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/webhooks/:id/rotate-secret',
      summary: 'Rotate secret of any webhook',
      description: 'Creates a new secret of any webhook. The old one also signs for 24 hours.',
      response: webhookWithSecretSchema,
      handler: (request) => rotateSecret(contextOf(services, request), request.params),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/webhooks/:id/replay',
      summary: 'Replay deliveries of any webhook',
      description: 'Delivers again to any webhook: one delivery, all of a time range, or only the failed ones.',
      body: replayInput,
      status: 202,
      response: z.object({ deliveries: z.array(deliverySchema) }),
      handler: async (request) => ({
        deliveries: await replay(contextOf(services, request), { ...request.body, ...request.params }),
      }),
    }),
  ];
}

function deliveryEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/webhooks/:id/deliveries',
      summary: 'List deliveries of any webhook',
      description: 'The deliveries of any webhook, newest first.',
      query: deliveryParameters,
      response: z.object({
        deliveries: z.array(deliverySchema),
        total: z.number().int(),
        next: z.string().nullable(),
      }),
      handler: ({ params, query: { cursor, ...page } }) => listDeliveries(db, { ...page, ...params, after: cursor }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/webhooks/:id/deliveries/:delivery',
      summary: 'Get delivery of any webhook',
      description: 'A delivery of any webhook with its body and every attempt.',
      response: deliveryDetailSchema,
      handler: ({ params }) => getDelivery(db, { id: params.id, deliveryId: params.delivery }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/webhooks/:id/deliveries/:delivery/send',
      summary: 'Send delivery of any webhook now',
      description: 'Makes the next attempt of a pending delivery of any webhook now.',
      status: 202,
      response: deliverySchema,
      handler: (request) =>
        sendNow(contextOf(services, request), { id: request.params.id, deliveryId: request.params.delivery }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/deliveries',
      summary: 'List deliveries of all accounts',
      description: 'Deliveries of all accounts, newest first.',
      query: allDeliveryParameters,
      response: deliveryOverviewPageSchema,
      handler: ({ query }) => findDeliveries(db, query),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/deliveries/replay',
      summary: 'Replay failed deliveries of all accounts',
      description:
        'Delivers the failed deliveries of a time range again, such as those of an outage, or counts them with `dry_run`. The limits of each account apply.',
      body: replayFailedInput,
      status: 202,
      response: replayedSchema,
      handler: (request) => replayFailed(contextOf(services, request), request.body),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/deliveries/:id',
      summary: 'Get delivery of any account',
      description: 'A delivery with its webhook and account.',
      response: deliveryOverviewDetailSchema,
      handler: ({ params }) => getDeliveryOverview(db, params.id),
    }),
  ];
}
