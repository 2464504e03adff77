// GET /operator/audit: who changed what and when, newest first, with the current names of the accounts.
import { z } from 'zod';
import { getAccount } from '../../accounts/queries.ts';
import { selectAccountNames } from '../../accounts/store-queries.ts';
import { auditActions, auditRecordSchema } from '../../audit/audit.ts';
import { listAudit } from '../../audit/queries.ts';
import { getRequest, listRequests } from '../../request-log/queries.ts';
import { requestDetailSchema, requestSchema } from '../../request-log/request.ts';
import { assertLogged, requestParameters } from '../endpoints/account/usage.ts';
import { type ClientEndpoint, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import type { Services } from '../services.ts';

const auditParameters = z.object({
  account: z.string().optional(),
  action: z.enum(auditActions, { error: `action is one of ${auditActions.join(', ')}.` }).optional(),
  actor: z.string().optional(),
  subject: z.string().optional(),
  ...operatorPage,
});

const namedAuditRecordSchema = z
  .object({
    ...auditRecordSchema.shape,
    account_name: z.string().nullable().meta({ description: 'null without an account, or if it no longer exists' }),
  })
  .meta({ id: 'NamedAuditRecord', description: 'A change, with the name of the account' });
export type NamedAuditRecord = z.infer<typeof namedAuditRecordSchema>;
const namedAuditPageSchema = z
  .object({ records: z.array(namedAuditRecordSchema), next: z.string().nullable() })
  .meta({ id: 'NamedAuditPage', description: 'A page of the audit log' });

export function operatorAuditEndpoints({ db }: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'read',
      path: '/operator/audit',
      summary: 'List audit records',
      description: 'Changes by anyone, newest first.',
      query: auditParameters,
      response: namedAuditPageSchema,
      handler: async ({ query }) => {
        const { records, next } = await listAudit(db, query);
        const ids = new Set(records.flatMap(({ account_id }) => account_id ?? []));
        const names = await selectAccountNames(db, [...ids]);
        const named = records.map((record) => ({
          ...record,
          account_name: names.get(record.account_id ?? '') ?? null,
        }));
        return { records: named, next };
      },
    }),
  ];
}

// Request log of an account for operators, to answer questions about its calls.

const requestPageSchema = z
  .object({ requests: z.array(requestSchema), total: z.int(), next: z.string().nullable() })
  .meta({ id: 'LoggedRequestPage', description: 'A page of the request log' });

export function operatorRequestLogEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/accounts/:id/requests',
      summary: 'List requests of account',
      description: 'The calls of the keys of an account, newest first. `cursor` is the `next` of the page before.',
      query: requestParameters,
      response: requestPageSchema,
      handler: async ({ params, query }) => {
        assertLogged(services, query.endpoint);
        const { id } = await getAccount(services.db, params.id);
        return listRequests(services, { ...query, accountId: id });
      },
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/accounts/:id/requests/:request_id',
      summary: 'Get request of account',
      description: 'A call by the `x-request-id` of its response, with the problem returned.',
      response: requestDetailSchema,
      handler: async ({ params }) => {
        const { id } = await getAccount(services.db, params.id);
        return getRequest(services, { id: params.request_id, accountId: id });
      },
    }),
  ];
}
