// /operator/imports: the log of imports and what they rejected, as JSON in pages or whole as a file. Importing is operator-import.ts.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findImports, findRejects, getImport, type ImportQueryDeps } from '../../ingest/imports/queries.ts';
import { selectRejects } from '../../ingest/imports/store.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { queryOf } from '../server/server.ts';

const limit = wholeNumber('limit', { min: 1, max: 200 }).optional();
const importParameters = z.object({
  source: z.string().optional(),
  state: z
    .enum(['running', 'done', 'unchanged', 'failed'], { error: 'state is running, done, unchanged or failed.' })
    .optional(),
  after: z.string().optional(),
  limit,
});
const rejectParameters = z.object({
  format: z.enum(['jsonl', 'json'], { error: 'format is jsonl or json.' }).optional(),
  after: wholeNumber('after', {}).optional(),
  limit,
});

export function registerOperatorImports(app: FastifyInstance, deps: ImportQueryDeps): void {
  const { db } = deps;
  const query = (request: FastifyRequest) => queryOf(request.raw);
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

  app.get('/operator/imports', async (request) => findImports(db, parseParameters(importParameters, query(request))));
  app.get('/operator/imports/:id', async (request) => getImport(deps, idOf(request)));
  app.get('/operator/imports/:id/rejects', async (request, reply) => {
    const { format, ...page } = parseParameters(rejectParameters, query(request));
    const isPage = page.limit !== undefined || page.after !== undefined;
    if (format === 'json' || (format === undefined && isPage)) return findRejects(deps, idOf(request), page);
    reply.header('content-type', 'application/jsonl; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="rejects.jsonl"');
    return reply.send(Readable.from(selectRejects(db, idOf(request))));
  });
}
