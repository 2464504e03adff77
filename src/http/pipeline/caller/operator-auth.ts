// Authentication of the operator API: the operator key, or the session of an operator.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashKey } from '../../../auth/keys/key.ts';
import type { RateLimiter } from '../../../auth/rate-limiter.ts';
import { rolePermissions } from '../../../auth/role.ts';
import type { Session } from '../../../auth/sessions.ts';
import type { SignIn } from '../../../auth/sign-in.ts';
import { type ErrorCode, fail } from '../../../lib/errors.ts';
import { clientKeyOf } from '../../server/ip-address.ts';
import type { OperatorAccess } from '../endpoint.ts';
import { throwIfRateLimited } from '../rate-limits.ts';
import { hasSession, readSession } from './session.ts';

export type OperatorAuthDeps = { operatorKey: string; signIn: SignIn; publicUrl: () => string };

/** Resolves with the session, or null for the operator key, which may do everything. */
export type AuthenticateOperator = (request: FastifyRequest, access: OperatorAccess) => Promise<Session | null>;

export function createOperatorAuth(
  { operatorKey, signIn, publicUrl }: OperatorAuthDeps,
  refusals: RateLimiter,
): AuthenticateOperator {
  const requireKey = createOperatorKeyCheck(operatorKey, refusals);
  return async (request, { permission, requiresKey }) => {
    if (!hasSession(request.raw)) {
      requireKey(request);
      return null;
    }
    const session = await readSession(request.raw, signIn, publicUrl());
    const { role } = session;
    if (role === 'holder')
      refuse(
        refusals,
        request,
        'operator_required',
        'This endpoint is for operators. The pages of your account are at /dashboard.',
      );
    if (!rolePermissions[role].includes(permission))
      refuse(
        refusals,
        request,
        'role_required',
        `The role ${role} does not include this. Ask an owner of the service.`,
      );
    if (requiresKey) refuse(refusals, request, 'operator_key_required', keyRequired);
    return session;
  };
}

export const keyRequired =
  'A session cannot do this. Use the operator key: run `hookline` on the server, or send "Authorization: Bearer …".';

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
