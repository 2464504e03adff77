// POST /key-requests: anybody asks for a key. The one endpoint that writes without one, so an address may ask only now and then.
import type { FastifyInstance } from 'fastify';
import { keyRequestSchema, submitKeyRequest, submitKeyRequestInput } from '../../accounts/key-request.ts';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import type { Database } from '../../db/database.ts';
import { problemAnswer, single } from '../openapi/schemas.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { readBody, strangersBodyBytes } from '../pipeline/read-body.ts';
import { clientKeyOf } from '../server/ip-address.ts';

/** Requests that could be read. Each process counts for itself, and begins anew when it starts. */
const perHour = { windowMs: 3_600_000, max: 5 };
const tooMany = 'Too many key requests from this address.';

export function registerKeyRequests(app: FastifyInstance, { db }: { db: Database }, refusals: RateLimiter): void {
  const asked = createRateLimiter(Date.now, perHour);
  const errors = [400, 409, 413, 415, 422, 429, 500, 503];
  app.post('/key-requests', {
    bodyLimit: strangersBodyBytes,
    schema: {
      summary: 'Ask for an API key',
      body: submitKeyRequestInput,
      response: {
        201: single(keyRequestSchema).describe('It waits for a decision, which comes by mail'),
        ...Object.fromEntries(errors.map((status) => [status, problemAnswer(status)])),
      },
    },
    // Before the body is read, so that one who is to wait costs nothing more.
    onRequest: async ({ ip }) => {
      const asker = clientKeyOf(ip);
      throwIfRateLimited(Math.max(asked.waitSeconds(asker), refusals.waitSeconds(asker)), tooMany);
    },
    onResponse: async ({ ip }, { statusCode }) => {
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 429) refusals.record(clientKeyOf(ip));
    },
    handler: async (request, reply) => {
      const input = readBody(submitKeyRequestInput, request.body);
      throwIfRateLimited(asked.record(clientKeyOf(request.ip)), tooMany);
      const data = await submitKeyRequest(db, input);
      return reply.code(201).send({ success: true, data, timestamp: new Date().toISOString() });
    },
  });
}
