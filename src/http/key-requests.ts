// POST /key-requests: anybody asks for a key. The one endpoint that writes without one, so an address may ask only now and then.
import type { FastifyInstance } from 'fastify';
import { keyRequestSchema, submitKeyRequest, submitKeyRequestInput } from '../accounts/key-request.ts';
import { createRefusals, type Refusals } from '../accounts/refusals.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../errors.ts';
import { askerOf } from './address.ts';
import { readBody } from './read-body.ts';
import { problemAnswer, single } from './schemas.ts';

/** Requests that could be read. Each process counts for itself, and begins anew when it starts. */
const perHour = { windowMs: 3_600_000, max: 5 };

export function registerKeyRequests(app: FastifyInstance, { db }: { db: Database }, refusals: Refusals): void {
  const asked = createRefusals(Date.now, perHour);
  const errors = [400, 409, 413, 415, 422, 429, 500, 503];
  app.post('/key-requests', {
    schema: {
      summary: 'Ask for an API key',
      body: submitKeyRequestInput,
      response: {
        201: single(keyRequestSchema).describe('It waits for a decision, which comes by mail'),
        ...Object.fromEntries(errors.map((status) => [status, problemAnswer(status)])),
      },
    },
    // Before the body is read, so that one who is to wait costs nothing more.
    onRequest: async ({ ip }) => turnAway(Math.max(asked.waitSeconds(askerOf(ip)), refusals.waitSeconds(askerOf(ip)))),
    onResponse: async ({ ip }, { statusCode }) => {
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 429) refusals.record(askerOf(ip));
    },
    handler: async (request, reply) => {
      const input = readBody(submitKeyRequestInput, request.body);
      turnAway(asked.record(askerOf(request.ip)));
      const data = await submitKeyRequest(db, input);
      return reply.code(201).send({ success: true, data, timestamp: new Date().toISOString() });
    },
  });
}

function turnAway(waitSeconds: number): void {
  if (waitSeconds > 0)
    fail('rate_limited', 'Too many key requests from this address.', { retryAfterSeconds: waitSeconds });
}
