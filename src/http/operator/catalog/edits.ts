// /operator/edits and PATCH /operator/hooks: edits of several hooks, their log and their undo. Edits of one hook are in hooks.ts.
import { z } from 'zod';
import { editHooks } from '../../../catalog/curation/actions.ts';
import { editHooksInput, editPageSchema, editResultSchema, undoneEditSchema } from '../../../catalog/curation/edit.ts';
import { listEdits } from '../../../catalog/curation/queries.ts';
import { undoEdit } from '../../../catalog/curation/undo.ts';
import type { Trx } from '../../../db/database.ts';
import { countSent, skipUnsent } from '../../../webhooks/store-undo.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { operatorPage } from '../../pipeline/parameters.ts';
import { acting } from '../acting.ts';
import { editDepsOf, type OperatorHookDeps } from './hooks.ts';

const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export function operatorEditEndpoints(deps: OperatorHookDeps): ClientEndpoint[] {
  const { db } = deps;
  const editDeps = editDepsOf(deps);
  return [
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/operator/hooks',
      summary: 'Edit hooks',
      description: 'Changes labels or state of several hooks, as one catalog version.',
      body: editHooksInput,
      requiresBody: true,
      response: editResultSchema,
      handler: (request) => editHooks(acting(deps, request), request.body, editDeps),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/edits',
      summary: 'List edits',
      description: 'Edits of hooks, newest first.',
      query: z.object(operatorPage),
      response: editPageSchema,
      handler: ({ query }) => listEdits(db, query),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/edits/:id/undo',
      summary: 'Undo edit',
      description: 'Undoes an edit of hooks.',
      response: undoneEditSchema,
      handler: (request) => undoEdit(acting(deps, request), request.params.id, settleDeliveries),
    }),
  ];
}

async function settleDeliveries(trx: Trx, eventId: string, now: Date): Promise<number> {
  await skipUnsent(trx, { eventId }, now);
  return countSent(trx, { eventId });
}
