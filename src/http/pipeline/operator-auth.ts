// The door of the operator's API: the operator key, or the session of an operator who signed in to the console.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashKey } from '../../auth/key.ts';
import type { Refusals } from '../../auth/rate-limiter.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import { type ErrorCode, fail } from '../../lib/errors.ts';
import { askerOf } from '../server/ip-address.ts';
import { turnAway } from './rate-limits.ts';
import { hasSession, readSession } from './session.ts';

export type OperatorDoorParts = { operatorKey: string; signIn: SignIn; publicUrl: () => string };

export function createOperatorDoor({ operatorKey, signIn, publicUrl }: OperatorDoorParts, refusals: Refusals) {
  const requireKey = createOperatorKeyCheck(operatorKey, refusals);
  return async (request: FastifyRequest): Promise<void> => {
    if (!hasSession(request.raw)) return requireKey(request);
    const { role } = await readSession(request.raw, signIn, publicUrl());
    if (role !== 'operator')
      refuse(
        refusals,
        request,
        'operator_required',
        'This is the operator’s. Your account’s own pages are at /dashboard.',
      );
  };
}

export function createOperatorKeyCheck(operatorKey: string, refusals: Refusals): (request: FastifyRequest) => void {
  // Hashes have one length, which timingSafeEqual needs, and tell nothing of the key's.
  const wanted = Buffer.from(hashKey(operatorKey));
  return (request) => {
    const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(Buffer.from(hashKey(given)), wanted)) return;
    refuse(
      refusals,
      request,
      given === undefined ? 'missing_key' : 'invalid_key',
      'Send the operator key as "Authorization: Bearer …". It is in the data directory, in operator.key.',
    );
  };
}

/** Only who is refused is told to wait: others at the same address must not be able to lock the operator out. */
function refuse(refusals: Refusals, { ip }: FastifyRequest, code: ErrorCode, detail: string): never {
  turnAway(refusals.record(`operator ${askerOf(ip)}`), 'Too many refused requests from this address.');
  fail(code, detail);
}
