// /operator/imports: the log of imports and their rejects, in pages or as a file, and the undo of an import. Importing is import.ts.
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Refresh } from '../../audit/actor.ts';
import type { Database } from '../../db/database.ts';
import {
  findImports,
  findRejects,
  getImport,
  importDetailSchema,
  importPageSchema,
  rejectPageSchema,
} from '../../ingest/imports/queries.ts';
import { selectRejects } from '../../ingest/imports/store.ts';
import { type UndoDeps, undoImport } from '../../ingest/undo/actions.ts';
import { importUndoSchema } from '../../ingest/undo/undo.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage, parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { queryOf } from '../server/server.ts';
import { acting } from './acting.ts';

const importParameters = z.object({
  source: z.string().optional(),
  state: z
    .enum(['running', 'done', 'unchanged', 'failed'], { error: 'state is running, done, unchanged or failed.' })
    .optional(),
  ...operatorPage,
});
const rejectParameters = z.object({
  format: z.enum(['jsonl', 'json'], { error: 'format is jsonl or json.' }).optional(),
  after: wholeNumber('after', {}).optional(),
  limit: operatorPage.limit,
});

const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export type OperatorImportDeps = Omit<UndoDeps, 'actor'> & { db: Database; refresh: Refresh };

export function operatorImportEndpoints(deps: OperatorImportDeps): ClientEndpoint[] {
  const { db } = deps;
  return [
    defineEndpoint({
      ...common,
      path: '/operator/imports',
      summary: 'List imports',
      description: 'Imports, newest first.',
      query: importParameters,
      response: importPageSchema,
      handler: ({ query }) => findImports(db, query),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/imports/:id',
      summary: 'Get import',
      description: 'An import, and why records are not published.',
      response: importDetailSchema,
      handler: ({ params }) => getImport(deps, params.id),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/imports/:id/undo',
      summary: 'Undo import',
      description: 'Undoes an import, up to 30 days after it: the catalog is as if it had not been.',
      response: importUndoSchema,
      handler: (request) => undoImport(acting(deps, request), request.params.id),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/imports/:id/rejects',
      summary: 'List rejected records',
      description: 'Rejected records: a page of them, or all as a file.',
      query: rejectParameters,
      response: rejectPageSchema,
      produces: ['application/json', 'application/jsonl'],
      streamHandler: async ({ raw, params }, reply) => {
        const { format, ...page } = parseParameters(rejectParameters, queryOf(raw));
        const isPage = page.limit !== undefined || page.after !== undefined;
        if (format === 'json' || (format === undefined && isPage)) return findRejects(deps, params.id, page);
        reply.header('content-type', 'application/jsonl; charset=utf-8');
        reply.header('content-disposition', 'attachment; filename="rejects.jsonl"');
        return reply.send(Readable.from(selectRejects(db, params.id)));
      },
    }),
  ];
}
