// /operator/view: an operator looks at the dashboard of an account as its holder sees it, read-only.
import { z } from 'zod';
import type { Session } from '../../auth/sessions.ts';
import { beginView, endView, viewSchema } from '../../auth/view.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

export function operatorViewEndpoints({ db }: { db: Database }): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'operator',
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/view',
      summary: 'Look at the pages of an account, read-only, for an hour',
      status: 201,
      response: viewSchema,
      handler: ({ session, actor, params }) => beginView({ db, actor: actor() }, required(session), params.id),
    }),
    defineEndpoint({
      audience: 'operator',
      permission: 'read',
      method: 'DELETE',
      path: '/operator/view',
      summary: 'Stop looking at the pages of an account',
      response: z.object({}),
      handler: async ({ session, actor }) => {
        await endView({ db, actor: actor() }, required(session));
        return {};
      },
    }),
  ];
}

function required(session: Session | null): Session {
  return session ?? fail('session_required', 'Sign in to the console: the pages of an account need a browser.');
}
