// Who a request comes from, as the audit log names it.
import type { FastifyRequest } from 'fastify';
import type { Acting, Actor } from '../../audit/actor.ts';

export function operatorOf({ id, ip }: FastifyRequest): Actor {
  return { kind: 'operator', keyId: null, requestId: id, address: ip };
}

/** The deps of a resource for a verb that changes something at the operator's request. */
export function asOperator<P extends Omit<Acting, 'actor'>>(deps: P) {
  return (request: FastifyRequest): P & Acting => ({ ...deps, actor: operatorOf(request) });
}
