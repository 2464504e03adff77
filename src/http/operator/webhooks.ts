// /operator/webhooks: what owners do with their webhooks, done for them by the operator, by the same verbs; /operator/deliveries:
// what became of it, over all accounts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createEndpoint, pause, removeEndpoint, resume, rotateSecret, updateEndpoint } from '../../webhooks/actions.ts';
import { replayInput } from '../../webhooks/delivery.ts';
import { createEndpointInput, resumeInput, updateEndpointInput } from '../../webhooks/endpoint.ts';
import { findDeliveries, findWebhooks, getDeliveryOverview, getWebhookOverview } from '../../webhooks/queries.ts';
import { getDelivery, listDeliveries, replay, testEndpoint } from '../../webhooks/replay.ts';
import { deliveryParameters, type WebhookDeps } from '../endpoints/webhooks.ts';
import { asOperator } from '../pipeline/actor.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { readBody } from '../pipeline/read-body.ts';
import { queryOf } from '../server/server.ts';

type Params = { id: string; delivery: string };

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
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
});

export function registerOperatorWebhooks(app: FastifyInstance, deps: WebhookDeps): void {
  const { db } = deps;
  const query = (request: FastifyRequest) => queryOf(request.raw);
  const params = (request: FastifyRequest) => request.params as Params;
  const by = asOperator(deps);
  const idOf = (request: FastifyRequest) => params(request).id;

  app.get('/operator/webhooks', async (request) => ({
    webhooks: await findWebhooks(db, parseParameters(listParameters, query(request))),
  }));
  app.post('/operator/accounts/:id/webhooks', async (request, reply) =>
    reply
      .code(201)
      .send(await createEndpoint(by(request), idOf(request), readBody(createEndpointInput, request.body ?? {}))),
  );
  app.get('/operator/webhooks/:id', async (request) => getWebhookOverview(db, idOf(request)));
  app.patch('/operator/webhooks/:id', async (request) =>
    updateEndpoint(by(request), idOf(request), readBody(updateEndpointInput, request.body ?? {})),
  );
  app.delete('/operator/webhooks/:id', async (request) => removeEndpoint(by(request), idOf(request)));
  app.post('/operator/webhooks/:id/test', async (request, reply) =>
    reply.code(202).send(await testEndpoint(by(request), idOf(request))),
  );
  app.post('/operator/webhooks/:id/pause', async (request) => pause(by(request), idOf(request)));
  app.post('/operator/webhooks/:id/resume', async (request) =>
    resume(by(request), idOf(request), readBody(resumeInput, request.body ?? {})),
  );
  app.post('/operator/webhooks/:id/rotate-secret', async (request) => rotateSecret(by(request), idOf(request)));
  app.post('/operator/webhooks/:id/replay', async (request, reply) =>
    reply
      .code(202)
      .send({ deliveries: await replay(by(request), idOf(request), readBody(replayInput, request.body ?? {})) }),
  );
  app.get('/operator/webhooks/:id/deliveries', async (request) => {
    const { cursor, ...page } = parseParameters(deliveryParameters, query(request));
    return listDeliveries(db, idOf(request), { ...page, after: cursor });
  });
  app.get('/operator/webhooks/:id/deliveries/:delivery', async (request) =>
    getDelivery(db, idOf(request), params(request).delivery),
  );

  app.get('/operator/deliveries', async (request) =>
    findDeliveries(db, parseParameters(allDeliveryParameters, query(request))),
  );
  app.get('/operator/deliveries/:id', async (request) => getDeliveryOverview(db, idOf(request)));
}
