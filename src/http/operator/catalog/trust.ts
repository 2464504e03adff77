// /operator/trust: which sources are believed where several hold one video.
import { z } from 'zod';
import type { Refresh } from '../../../audit/actor.ts';
import { listTrusts, setTrust, sourceTrustSchema, trustInput } from '../../../catalog/holders/trust.ts';
import type { Database } from '../../../db/database.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { acting } from '../acting.ts';

const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export function trustEndpoints(deps: { db: Database; refresh: Refresh }): ClientEndpoint[] {
  return [
    defineEndpoint({
      ...common,
      path: '/operator/trust',
      summary: 'List trust',
      description: 'Sources with their trust, the most trusted first.',
      response: z.object({ sources: z.array(sourceTrustSchema) }),
      handler: async () => ({ sources: await listTrusts(deps.db) }),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/trust',
      summary: 'Set trust',
      description: 'Sets the trust in a source. Hooks that it holds beside others show the most trusted at once.',
      requiresBody: true,
      body: trustInput,
      response: z.object({ source: z.string(), trust: z.number().int(), changed: z.number().int() }),
      handler: (request) => setTrust(acting(deps, request), request.body),
    }),
  ];
}
