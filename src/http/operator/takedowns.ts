// Takes hooks down: POST /operator/hooks/{id}/takedown, the list of takedowns, and the queue of reports that request them.
import { z } from 'zod';
import { dismissReport, listReports } from '../../catalog/reports/actions.ts';
import { reportPageSchema, reportSchema, reportStates } from '../../catalog/reports/report.ts';
import {
  liftBlocks,
  listTakedowns,
  type RemoveCopies,
  takeDown,
  takedownPageSchema,
} from '../../catalog/takedowns/actions.ts';
import { takedownInput, takedownSchema } from '../../catalog/takedowns/takedown.ts';
import { removeFromCollections } from '../../collections/store.ts';
import { expireFilesWith } from '../../exports/store-takedown.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import type { Services } from '../services.ts';

/** Removes the copies in exports and collections. */
const removeCopies: RemoveCopies = async (trx, hook) => {
  await expireFilesWith(trx, hook);
  await removeFromCollections(trx, hook.id);
};

const reportParameters = z.object({
  state: z.enum(reportStates, { error: `\`state\` is ${reportStates.join(', ')}.` }).optional(),
  ...operatorPage,
});

export function takedownEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  return [
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/hooks/:id/takedown',
      summary: 'Take down hook',
      description: 'Deletes the content of a hook everywhere, and keeps imports from bringing it back.',
      body: takedownInput,
      requiresBody: true,
      response: takedownSchema,
      handler: (request) =>
        takeDown(contextOf({ ...services, removeCopies }, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/takedowns',
      summary: 'List takedowns',
      description: 'Takedowns, newest first.',
      query: z.object(operatorPage),
      response: takedownPageSchema,
      handler: ({ query }) => listTakedowns(db, query),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'DELETE',
      path: '/operator/takedowns/:id',
      summary: 'Lift takedown',
      description: 'Lifts the blocks of a takedown. The hook stays gone, but imports may add it as a new one.',
      response: takedownSchema,
      handler: (request) => liftBlocks(contextOf(services, request), request.params),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/reports',
      summary: 'List reports',
      description: 'Reports. Waiting ones are listed oldest first, others newest first.',
      query: reportParameters,
      response: reportPageSchema,
      handler: ({ query }) => listReports(db, query),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/reports/:id/dismiss',
      summary: 'Dismiss report',
      description: 'Dismisses a report. Its hook stays as it is.',
      response: reportSchema,
      handler: (request) => dismissReport(contextOf(services, request), request.params),
    }),
  ];
}
