// GET /operator/audit: who changed what and when, the newest first.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { auditActions, listAudit } from '../audit/audit.ts';
import type { Database } from '../db/database.ts';
import { parseParameters, wholeNumber } from './parameters.ts';

const auditParameters = z.object({
  account: z.string().optional(),
  action: z.enum(auditActions, { error: `action is one of ${auditActions.join(', ')}.` }).optional(),
  actor: z.string().optional(),
  subject: z.string().optional(),
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
});

export function registerOperatorAudit(app: FastifyInstance, { db }: { db: Database }): void {
  app.get('/operator/audit', async (request) =>
    listAudit(db, parseParameters(auditParameters, (request.raw.url ?? '').split('?', 2)[1] ?? '')),
  );
}
