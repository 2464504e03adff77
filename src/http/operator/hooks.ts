// /operator/hooks: hooks in any state. With state=pending it is the review queue; the verdict is a PATCH.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { editHook, editHookInput, findHooks, getHook, listHooksInput } from '../../catalog/curation/actions.ts';
import type { Database } from '../../db/database.ts';
import { announceHook } from '../../webhooks/announce.ts';
import { asOperator } from '../pipeline/actor.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { readBody } from '../pipeline/read-body.ts';
import { queryOf } from '../server/server.ts';

const hookParameters = listHooksInput.extend({ limit: wholeNumber('limit', { min: 1, max: 200 }).optional() });

export function registerOperatorHooks(app: FastifyInstance, deps: { db: Database }): void {
  const query = (request: FastifyRequest) => queryOf(request.raw);
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
  const by = asOperator(deps);

  app.get('/operator/hooks', async (request) => findHooks(deps.db, parseParameters(hookParameters, query(request))));
  app.get('/operator/hooks/:id', async (request) => getHook(deps.db, idOf(request)));
  app.patch('/operator/hooks/:id', async (request) =>
    editHook(by(request), idOf(request), readBody(editHookInput, request.body), announceHook),
  );
}
