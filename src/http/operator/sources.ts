// /operator/sources: scheduled sources of hooks. A source is named by its id or its name.
import { z } from 'zod';
import type { Refresh } from '../../audit/actor.ts';
import type { Config } from '../../config/config.ts';
import {
  createSource,
  removeSource,
  runSourceNow,
  type SourceDeps,
  updateSource,
} from '../../ingest/sources/actions.ts';
import { getSource, listRuns, listSources, runPageSchema, sourceDetailSchema } from '../../ingest/sources/queries.ts';
import { createSourceInput, runSourceInput, sourceSchema, updateSourceInput } from '../../ingest/sources/source.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import { acting } from './acting.ts';

const common = { audience: 'operator', tag: 'Operator' } as const;

export type OperatorSourceDeps = Omit<SourceDeps, 'updateEvery'> & {
  config: Pick<Config, 'updateEvery'>;
  refresh: Refresh;
};

export function operatorSourceEndpoints({ config, ...rest }: OperatorSourceDeps): ClientEndpoint[] {
  const deps = { ...rest, updateEvery: config.updateEvery };
  return [
    defineEndpoint({
      ...common,
      path: '/operator/sources',
      summary: 'List sources by name',
      response: z.object({ sources: z.array(sourceSchema) }),
      handler: async () => ({ sources: await listSources(deps) }),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/sources',
      summary: 'Create a source',
      body: createSourceInput,
      status: 201,
      response: sourceSchema,
      handler: (request) => createSource(acting(deps, request), request.body),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/sources/:id',
      summary: 'Get a source with its last runs',
      response: sourceDetailSchema,
      handler: ({ params }) => getSource(deps, params.id),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/operator/sources/:id',
      summary: 'Change a source',
      body: updateSourceInput,
      response: sourceSchema,
      handler: (request) => updateSource(acting(deps, request), request.params.id, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/sources/:id',
      summary: 'Delete a source; its hooks stay',
      response: sourceSchema,
      handler: (request) => removeSource(acting(deps, request), request.params.id),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/sources/:id/run',
      summary: 'Run a source now',
      body: runSourceInput,
      status: 202,
      response: sourceSchema,
      handler: (request) => runSourceNow(acting(deps, request), request.params.id, request.body),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/sources/:id/runs',
      summary: 'List the runs of a source, newest first',
      query: z.object(operatorPage),
      response: runPageSchema,
      handler: ({ params, query }) => listRuns(deps, params.id, query),
    }),
  ];
}
