// GET /operator/audit: who changed what and when, newest first, with the current names of the accounts.
import { z } from 'zod';
import { selectAccountNames } from '../../accounts/store-queries.ts';
import { auditActions, auditRecordSchema } from '../../audit/audit.ts';
import { listAudit } from '../../audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';

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
    account_name: z.string().nullable().meta({ description: 'null without an account, or where it is gone' }),
  })
  .meta({ id: 'NamedAuditRecord', description: 'A change, with the name of the account' });
export type NamedAuditRecord = z.infer<typeof namedAuditRecordSchema>;
const namedAuditPageSchema = z
  .object({ records: z.array(namedAuditRecordSchema), next: z.string().nullable() })
  .meta({ id: 'NamedAuditPage', description: 'A page of the audit log' });

export function operatorAuditEndpoints({ db }: { db: Database }): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'operator',
      permission: 'read',
      path: '/operator/audit',
      tag: 'Operator',
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
