// GET /operator/audit: who changed what and when, the newest first, with the names of the accounts as they are now.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { selectAccountNames } from '../../accounts/store-queries.ts';
import { type AuditRecord, auditActions } from '../../audit/audit.ts';
import { listAudit } from '../../audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { queryOf } from '../server/server.ts';

const auditParameters = z.object({
  account: z.string().optional(),
  action: z.enum(auditActions, { error: `action is one of ${auditActions.join(', ')}.` }).optional(),
  actor: z.string().optional(),
  subject: z.string().optional(),
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
});

/** `account_name` is null where there is no account, or no longer. */
export type NamedAuditRecord = AuditRecord & { account_name: string | null };
export type NamedAuditPage = { records: NamedAuditRecord[]; next: string | null };

export function registerOperatorAudit(app: FastifyInstance, { db }: { db: Database }): void {
  app.get('/operator/audit', async (request): Promise<NamedAuditPage> => {
    const query = parseParameters(auditParameters, queryOf(request.raw));
    const { records, next } = await listAudit(db, query);
    const names = await selectAccountNames(db, [...new Set(records.flatMap(({ account_id }) => account_id ?? []))]);
    return { records: records.map((one) => ({ ...one, account_name: names.get(one.account_id ?? '') ?? null })), next };
  });
}
