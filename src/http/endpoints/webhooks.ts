// /webhooks: the endpoints of an account and the log of their deliveries, as HTTP.
import { z } from 'zod';
import {
  createEndpoint,
  type EndpointDeps,
  getEndpoint,
  listEndpoints,
  pause,
  removeEndpoint,
  resume,
  rotateSecret,
  updateEndpoint,
} from '../../webhooks/actions.ts';
import { deliveryDetailSchema, deliverySchema, replayInput } from '../../webhooks/delivery.ts';
import {
  createEndpointInput,
  endpointSchema,
  endpointWithSecretSchema,
  resumeInput,
  updateEndpointInput,
} from '../../webhooks/endpoint.ts';
import { getDelivery, listDeliveries, replay, testEndpoint } from '../../webhooks/replay.ts';
import type { Entry } from '../openapi/entry.ts';
import { list } from '../openapi/schemas.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import type { Call, Handler } from '../pipeline/pipeline.ts';
import { readBody } from '../pipeline/read-body.ts';
import { type Answer, bareAnswer, jsonAnswer } from '../pipeline/response.ts';

export type WebhookDeps = EndpointDeps & { publicUrl: () => string };

export const deliveryParameters = z.object({
  status: z
    .enum(['pending', 'delivered', 'failed', 'skipped'], {
      error: 'status is pending, delivered, failed or skipped.',
    })
    .optional(),
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Deliveries per page, 20 unless told' }).optional(),
  cursor: z.string().max(100).optional().meta({ description: '`next_cursor` of the page before' }),
});

const id = z.object({ id: z.string() });
const deliveryIds = z.object({ id: z.string(), delivery_id: z.string() });
const noParameters = z.object({});

const webhook = (summary: string) => ({ feature: 'webhooks' as const, summary });

export function webhookEntries(deps: WebhookDeps): Entry[] {
  const { db, publicUrl } = deps;
  const by = ({ actor }: Call) => ({ ...deps, actor: actor() });
  return [
    {
      ...webhook('Your webhooks'),
      url: '/webhooks',
      answer: list(endpointSchema),
      handle: plain(async ({ caller }) => {
        const endpoints = await listEndpoints(db, caller.accountId);
        return envelope(endpoints.map(({ account_id, ...endpoint }) => endpoint));
      }),
    },
    {
      ...webhook('Register a webhook'),
      method: 'POST',
      url: '/webhooks',
      body: createEndpointInput.meta({
        example: { webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } },
      }),
      status: 201,
      answer: endpointWithSecretSchema,
      handle: plain(async (call) => {
        const endpoint = await createEndpoint(
          by(call),
          call.caller.accountId,
          readBody(createEndpointInput, call.body ?? {}),
        );
        return show(endpoint, 201, ['location', `${publicUrl()}/webhooks/${endpoint.webhook_id}`]);
      }),
    },
    {
      ...webhook('One webhook'),
      url: '/webhooks/:id',
      params: id,
      answer: endpointSchema,
      handle: plain(async ({ caller, params }) => show(await getEndpoint(db, params.id, caller.accountId))),
    },
    {
      ...webhook('Change its address, filters or description'),
      method: 'PATCH',
      url: '/webhooks/:id',
      params: id,
      body: updateEndpointInput,
      answer: endpointSchema,
      handle: plain(async (call) =>
        show(
          await updateEndpoint(
            by(call),
            call.params.id,
            readBody(updateEndpointInput, call.body ?? {}),
            call.caller.accountId,
          ),
        ),
      ),
    },
    {
      ...webhook('Delete it, with what waits for it and its log'),
      method: 'DELETE',
      url: '/webhooks/:id',
      params: id,
      answer: endpointSchema,
      handle: plain(async (call) => show(await removeEndpoint(by(call), call.params.id, call.caller.accountId))),
    },
    {
      ...webhook('Send a test delivery'),
      method: 'POST',
      url: '/webhooks/:id/test',
      params: id,
      status: 202,
      answer: deliverySchema,
      handle: plain(async (call) => show(await testEndpoint(by(call), call.params.id, call.caller.accountId), 202)),
    },
    {
      ...webhook('Pause it; events are kept'),
      method: 'POST',
      url: '/webhooks/:id/pause',
      params: id,
      answer: endpointSchema,
      handle: plain(async (call) => show(await pause(by(call), call.params.id, call.caller.accountId))),
    },
    {
      ...webhook('Resume it, with or without the backlog'),
      method: 'POST',
      url: '/webhooks/:id/resume',
      params: id,
      body: resumeInput,
      answer: endpointSchema,
      handle: plain(async (call) =>
        show(await resume(by(call), call.params.id, readBody(resumeInput, call.body ?? {}), call.caller.accountId)),
      ),
    },
    {
      ...webhook('Get a new secret; the old one signs too for a day'),
      method: 'POST',
      url: '/webhooks/:id/rotate-secret',
      params: id,
      answer: endpointWithSecretSchema,
      handle: plain(async (call) => show(await rotateSecret(by(call), call.params.id, call.caller.accountId))),
    },
    {
      ...webhook('Deliver again: one delivery, or all of a time'),
      method: 'POST',
      url: '/webhooks/:id/replay',
      params: id,
      body: replayInput.meta({ example: { since: '2026-11-21T00:00:00Z' } }),
      status: 202,
      answer: list(deliverySchema),
      handle: plain(async (call) =>
        envelope(
          await replay(by(call), call.params.id, readBody(replayInput, call.body ?? {}), call.caller.accountId),
          202,
        ),
      ),
    },
    {
      ...webhook('The log of its deliveries, the newest first'),
      url: '/webhooks/:id/deliveries',
      params: id,
      query: deliveryParameters,
      answer: list(deliverySchema),
      handle: async ({ caller, params, query, path }) => {
        const { cursor, ...page } = parseParameters(deliveryParameters, query);
        const { deliveries, total, next } = await listDeliveries(
          db,
          params.id,
          { ...page, after: cursor },
          caller.accountId,
        );
        const kept = Object.entries(page).map(([name, value]) => [name, String(value)]);
        const link = next
          ? `<${publicUrl()}${path}?${new URLSearchParams([...kept, ['cursor', next]])}>; rel="next"`
          : undefined;
        return jsonAnswer(
          { data: deliveries, count: deliveries.length, total, next_cursor: next },
          { link, cacheControl: 'no-store' },
        );
      },
    },
    {
      ...webhook('One delivery with its body and every attempt'),
      url: '/webhooks/:id/deliveries/:delivery_id',
      params: deliveryIds,
      answer: deliveryDetailSchema,
      handle: plain(async ({ caller, params }) =>
        show(await getDelivery(db, params.id, params.delivery_id, caller.accountId)),
      ),
    },
  ];
}

/** A handler of an endpoint without parameters. */
function plain(handle: (call: Call) => Promise<Answer>): Handler {
  return (call) => {
    parseParameters(noParameters, call.query);
    return handle(call);
  };
}

function show(record: unknown, status = 200, headers: string[] = []): Answer {
  return bareAnswer(record, { status, headers, cacheControl: 'no-store' });
}

function envelope(data: readonly unknown[], status = 200): Answer {
  const counts = { count: data.length, total: data.length, next_cursor: null };
  return jsonAnswer({ data, ...counts }, { status, cacheControl: 'no-store' });
}
