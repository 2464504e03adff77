// Request log of an account for the operator, who answers questions about its calls.
import { z } from 'zod';
import { getAccount } from '../../accounts/queries.ts';
import { getRequest, listRequests } from '../../request-log/queries.ts';
import { requestDetailSchema, requestSchema } from '../../request-log/request.ts';
import { assertLogged, type RequestLogDeps, requestParameters } from '../endpoints/account/request-log.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

const common = { audience: 'operator', permission: 'accounts', tag: 'Operator' } as const;

const requestPageSchema = z
  .object({ requests: z.array(requestSchema), total: z.int(), next: z.string().nullable() })
  .meta({ id: 'LoggedRequestPage', description: 'A page of the request log' });

export function operatorRequestLogEndpoints(deps: RequestLogDeps): ClientEndpoint[] {
  return [
    defineEndpoint({
      ...common,
      path: '/operator/accounts/:id/requests',
      summary: 'List requests of account',
      description: 'The calls of the keys of an account, newest first. `cursor` is the `next` of the page before.',
      query: requestParameters,
      response: requestPageSchema,
      handler: async ({ params, query }) => {
        assertLogged(deps, query.endpoint);
        const { id } = await getAccount(deps.db, params.id);
        return listRequests(deps, id, query);
      },
    }),
    defineEndpoint({
      ...common,
      path: '/operator/accounts/:id/requests/:request_id',
      summary: 'Get request of account',
      description: 'A call by the `x-request-id` of its response, with the problem that was answered.',
      response: requestDetailSchema,
      handler: async ({ params }) => {
        const { id } = await getAccount(deps.db, params.id);
        return getRequest(deps, id, params.request_id);
      },
    }),
  ];
}
