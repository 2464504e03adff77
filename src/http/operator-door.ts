// The door of the operator's API: the operator key, or the session of an operator who signed in to the console.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashKey } from '../accounts/key.ts';
import type { Refusals } from '../accounts/refusals.ts';
import type { SignIn } from '../accounts/sign-in.ts';
import { fail } from '../errors.ts';
import { hasSession, readSession } from './session.ts';

export type OperatorDoorParts = { operatorKey: string; signIn: SignIn; publicUrl: () => string };

export function createOperatorDoor({ operatorKey, signIn, publicUrl }: OperatorDoorParts, refusals: Refusals) {
  return async (request: FastifyRequest): Promise<void> => {
    const who = `operator ${request.ip}`;
    const wait = refusals.waitSeconds(who);
    if (wait > 0) fail('rate_limited', 'Too many refused requests from this address.', { retryAfterSeconds: wait });
    if (hasSession(request.raw)) {
      const { role } = await readSession(request.raw, signIn, publicUrl());
      if (role === 'operator') return;
      refusals.record(who);
      fail('operator_required', 'This is the operator’s. Your account’s own pages are at /dashboard.');
    }
    requireKey(request, who);
  };

  function requireKey({ headers }: FastifyRequest, who: string): void {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    // Hashes have one length, which timingSafeEqual needs, and tell nothing of the key's.
    if (given !== undefined && timingSafeEqual(Buffer.from(hashKey(given)), Buffer.from(hashKey(operatorKey)))) return;
    refusals.record(who);
    fail(
      given === undefined ? 'missing_key' : 'invalid_key',
      'Send the operator key as "Authorization: Bearer …". It is in the data directory, in operator.key.',
    );
  }
}
