// Authentication of the operator API: the operator key, or the session of an operator.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashKey } from '../../auth/key.ts';
import type { RateLimiter } from '../../auth/rate-limiter.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import { type ErrorCode, fail } from '../../lib/errors.ts';
import { clientKeyOf } from '../server/ip-address.ts';
import { throwIfRateLimited } from './rate-limits.ts';
import { hasSession, readSession } from './session.ts';

export type OperatorAuthDeps = { operatorKey: string; signIn: SignIn; publicUrl: () => string };

export function createOperatorAuth({ operatorKey, signIn, publicUrl }: OperatorAuthDeps, refusals: RateLimiter) {
  const requireKey = createOperatorKeyCheck(operatorKey, refusals);
  return async (request: FastifyRequest): Promise<void> => {
    if (!hasSession(request.raw)) return requireKey(request);
    const { role } = await readSession(request.raw, signIn, publicUrl());
    if (role !== 'operator')
      refuse(
        refusals,
        request,
        'operator_required',
        'This endpoint is for operators. The pages of your account are at /dashboard.',
      );
  };
}

export function createOperatorKeyCheck(operatorKey: string, refusals: RateLimiter): (request: FastifyRequest) => void {
  // timingSafeEqual needs equal lengths, and hashes hide the length of the key.
  const expected = Buffer.from(hashKey(operatorKey));
  return (request) => {
    const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(Buffer.from(hashKey(given)), expected)) return;
    refuse(
      refusals,
      request,
      given === undefined ? 'missing_key' : 'invalid_key',
      'Send the operator key as "Authorization: Bearer …". It is in operator.key in the data directory.',
    );
  };
}

/** Rate limits refused requests only, so that others at the same IP address cannot lock the operator out. */
function refuse(refusals: RateLimiter, { ip }: FastifyRequest, code: ErrorCode, detail: string): never {
  throwIfRateLimited(refusals.record(`operator ${clientKeyOf(ip)}`), 'Too many refused requests from this address.');
  fail(code, detail);
}
