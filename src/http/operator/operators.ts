// /operator/operators and /operator/sessions: the operators of the service and their sessions.
import { z } from 'zod';
import { listOperators, operatorSchema, removeOperator, setOperator, setOperatorInput } from '../../auth/operators.ts';
import {
  endedSessionsSchema,
  endSession,
  endSessions,
  endSessionsParameters,
  listSessions,
  operatorSessions,
  sessionEntrySchema,
} from '../../auth/sessions.ts';
import { failEnded } from '../endpoints/sign-in/sessions.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import type { Services } from '../services.ts';

export function operatorEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'system',
      path: '/operator/operators',
      summary: 'List operators',
      description: 'Named operators by email.',
      response: z.object({ operators: z.array(operatorSchema) }),
      handler: async () => ({ operators: await listOperators(services.db) }),
    }),
    operatorEndpoint({
      permission: 'system',
      method: 'POST',
      path: '/operator/operators',
      summary: 'Add operator',
      description:
        'Adds an operator, who is emailed how to sign in, or changes the role of one. By a session, only within an hour of signing in.',
      body: setOperatorInput,
      requiresBody: true,
      response: operatorSchema,
      handler: (request) =>
        setOperator(contextOf({ ...services, mail: services, session: request.session }, request), request.body),
    }),
    operatorEndpoint({
      permission: 'system',
      method: 'DELETE',
      path: '/operator/operators/:id',
      summary: 'Remove operator',
      description: 'Removes an operator and ends its sessions.',
      response: operatorSchema,
      handler: (request) => removeOperator(contextOf(services, request), request.params),
    }),
    ...operatorSessionEndpoints(services),
  ];
}

/** An owner and the operator key get the sessions of all operators, other operators only their own. */
function operatorSessionEndpoints({ db }: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'read',
      path: '/operator/sessions',
      summary: 'List operator sessions',
      description: 'Sessions of operators, newest first.',
      response: z.object({ sessions: z.array(sessionEntrySchema) }),
      handler: async ({ session }) => ({
        sessions: await listSessions(db, { owner: operatorSessions(session), current: session?.id }),
      }),
    }),
    operatorEndpoint({
      permission: 'read',
      method: 'DELETE',
      path: '/operator/sessions/:id',
      summary: 'End operator session',
      description: 'Ends the session of an operator at once.',
      response: endedSessionsSchema,
      handler: async (request) => {
        const { id } = request.params;
        const owner = operatorSessions(request.session);
        if (!(await endSession(contextOf({ db }, request), { owner, id }))) failEnded(id);
        return { ended: 1 };
      },
    }),
    operatorEndpoint({
      permission: 'read',
      method: 'DELETE',
      path: '/operator/sessions',
      summary: 'End operator sessions',
      description: 'Ends all other sessions of operators, or all.',
      query: endSessionsParameters,
      response: endedSessionsSchema,
      handler: async (request) => {
        const { session, query } = request;
        const except = query.include_current === 'true' ? undefined : session?.id;
        return { ended: await endSessions(contextOf({ db }, request), { owner: operatorSessions(session), except }) };
      },
    }),
  ];
}
