// /operator/sources: where hooks come from by themselves. A source is named by its id or its name.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  createSource,
  getSource,
  listRuns,
  listSources,
  removeSource,
  runSourceNow,
  type SourceDeps,
  updateSource,
} from '../../ingest/sources/actions.ts';
import { createSourceInput, runSourceInput, updateSourceInput } from '../../ingest/sources/source.ts';
import { asOperator } from '../pipeline/actor.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { readBody } from '../pipeline/read-body.ts';
import { queryOf } from '../server/server.ts';

const runParameters = z.object({
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
  after: z.string().optional(),
});

export function registerOperatorSources(app: FastifyInstance, deps: SourceDeps): void {
  const query = (request: FastifyRequest) => queryOf(request.raw);
  const by = asOperator(deps);
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

  app.get('/operator/sources', async () => ({ sources: await listSources(deps) }));
  app.post('/operator/sources', async (request, reply) =>
    reply.code(201).send(await createSource(by(request), readBody(createSourceInput, request.body ?? {}))),
  );
  app.get('/operator/sources/:id', async (request) => getSource(deps, idOf(request)));
  app.patch('/operator/sources/:id', async (request) =>
    updateSource(by(request), idOf(request), readBody(updateSourceInput, request.body ?? {})),
  );
  app.delete('/operator/sources/:id', async (request) => removeSource(by(request), idOf(request)));
  app.post('/operator/sources/:id/run', async (request, reply) =>
    reply.code(202).send(await runSourceNow(by(request), idOf(request), readBody(runSourceInput, request.body ?? {}))),
  );
  app.get('/operator/sources/:id/runs', async (request) =>
    listRuns(deps, idOf(request), parseParameters(runParameters, query(request))),
  );
}
