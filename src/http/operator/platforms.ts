// /operator/platforms: platforms outside of the taxonomy, which operators approve.
import { z } from 'zod';
import type { Refresh } from '../../audit/actor.ts';
import {
  approvePlatform,
  listPlatforms,
  platformInput,
  platformSchema,
  withdrawPlatform,
} from '../../catalog/values/platforms.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database } from '../../db/database.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export type PlatformDeps = { db: Database; refresh: Refresh; limits: Pick<Limits, 'platforms'> };

export function operatorPlatformEndpoints({ db, refresh, limits }: PlatformDeps): ClientEndpoint[] {
  return [
    defineEndpoint({
      ...common,
      path: '/operator/platforms',
      summary: 'List platforms',
      description: 'Approved platforms, and names that files give to others.',
      response: z.object({ platforms: z.array(platformSchema) }),
      handler: async () => ({ platforms: await listPlatforms(db) }),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/platforms',
      summary: 'Approve platform',
      description: 'Approves a platform. Hooks whose files give this name get it.',
      requiresBody: true,
      body: platformInput,
      status: 201,
      response: platformSchema,
      handler: ({ actor, body }) => approvePlatform({ db, actor: actor(), refresh }, body, limits.platforms),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/platforms/:name',
      summary: 'Withdraw platform',
      description: 'Withdraws a platform. Its hooks have Other again.',
      response: platformSchema,
      handler: ({ actor, params }) => withdrawPlatform({ db, actor: actor(), refresh }, params.name),
    }),
  ];
}
