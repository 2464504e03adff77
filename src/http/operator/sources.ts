// /operator/sources: scheduled sources of hooks. A source is identified by its id or its name.
import { z } from 'zod';
import { rolePermissions } from '../../auth/role.ts';
import type { Session } from '../../auth/sessions.ts';
import { apiUsageSchema, readApiUsage } from '../../ingest/collect/collect.ts';
import { secretNamesOf } from '../../ingest/collect/request.ts';
import { parseLocation } from '../../ingest/locations/location.ts';
import {
  approveSourceRequest,
  declineSourceRequest,
  listSourceRequests,
} from '../../ingest/source-requests/actions.ts';
import {
  approveSourceRequestInput,
  declineSourceRequestInput,
  operatorSourceRequestSchema,
  sourceRequestPageSchema,
  states,
} from '../../ingest/source-requests/source-request.ts';
import { createSource, removeSource, runSourceNow, updateSource } from '../../ingest/sources/actions.ts';
import {
  previewSource,
  previewSourceInput,
  type SourcePreview,
  sourcePreviewSchema,
} from '../../ingest/sources/preview.ts';
import { getSource, listRuns, listSources, runPageSchema, sourceDetailSchema } from '../../ingest/sources/queries.ts';
import {
  type CreateSourceInput,
  createSourceInput,
  runSourceInput,
  sourceSchema,
  sourcesBySecret,
  updateSourceInput,
} from '../../ingest/sources/source.ts';
import { fail } from '../../lib/errors.ts';
import { listSecrets, removeSecret, setSecret } from '../../secrets/actions.ts';
import { type Secret, secretSchema, setSecretInput } from '../../secrets/secret.ts';
import { keyRequired } from '../pipeline/caller/authenticate.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage, parseParameters } from '../pipeline/parameters.ts';
import { createConcurrencyLimiter } from '../pipeline/rate-limits.ts';
import { readBody } from '../pipeline/read-body.ts';
import { sessionOf } from '../pipeline/register-endpoints.ts';
import { leaving } from '../pipeline/response.ts';
import { queryOf } from '../server/server.ts';
import type { Services } from '../services.ts';

/** Each preview is a thread that reads for up to a minute. */
const previewLimits = { accountRequestsAtOnce: 2, accountRequestsWaiting: 4 };

export function operatorSourceEndpoints({ config, sourcePreviews, ...rest }: Services): ClientEndpoint[] {
  const services = { ...rest, updateEvery: config.updateEvery };
  const previews = createConcurrencyLimiter(previewLimits);
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/sources',
      summary: 'List sources',
      description: 'Sources by name, and the units of APIs that they used.',
      response: z.object({ sources: z.array(sourceSchema), usage: z.array(apiUsageSchema) }),
      handler: async () => ({
        sources: await listSources(services),
        usage: await readApiUsage(services.db, sourcePreviews.environment),
      }),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/sources',
      summary: 'Create source',
      body: createSourceInput,
      status: 201,
      response: sourceSchema,
      handler: (request) => {
        failIfPath(request.session, request.body.location);
        failIfSecret(request.session, request.body);
        return createSource(contextOf(services, request), request.body);
      },
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/sources/preview',
      summary: 'Preview source',
      description:
        'What the first run of a source would import. The body is the same as to create a source; `name` is optional. Nothing is created.',
      body: previewSourceInput,
      response: sourcePreviewSchema,
      streamHandler: async (request, reply): Promise<SourcePreview> => {
        parseParameters(z.object({}), queryOf(request.raw));
        const input = readBody(previewSourceInput, request.body ?? {});
        failIfPath(sessionOf(request), input.location);
        failIfSecret(sessionOf(request), input);
        const left = leaving(reply);
        return previews.run('previews', () => previewSource(sourcePreviews, input, left));
      },
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/sources/:id',
      summary: 'Get source',
      description: 'A source with its last runs.',
      response: sourceDetailSchema,
      handler: ({ params }) => getSource(services, params.id),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'PATCH',
      path: '/operator/sources/:id',
      summary: 'Update source',
      body: updateSourceInput,
      response: sourceSchema,
      handler: async (request) => {
        const { params, body, session } = request;
        const { enabled: _, ...settings } = body;
        if (session && Object.keys(settings).length > 0) {
          const source = await getSource(services, params.id);
          failIfPath(session, source.location, body.location);
          failIfSecret(session, source, body);
        }
        return updateSource(contextOf(services, request), { ...body, ...params });
      },
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'DELETE',
      path: '/operator/sources/:id',
      summary: 'Delete source',
      description: 'Deletes a source. Its hooks stay.',
      response: sourceSchema,
      handler: (request) => removeSource(contextOf(services, request), request.params),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/sources/:id/run',
      summary: 'Run source',
      description: 'Runs a source now.',
      body: runSourceInput,
      status: 202,
      response: sourceSchema,
      handler: (request) => runSourceNow(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/sources/:id/runs',
      summary: 'List source runs',
      description: 'The runs of a source, newest first.',
      query: z.object(operatorPage),
      response: runPageSchema,
      handler: ({ params, query }) => listRuns(services, { ...query, ...params }),
    }),
  ];
}

/** Files are read with the rights of the service, so a session can pause such a source, but neither add nor change one. */
function failIfPath(session: Session | null, ...locations: (string | undefined)[]): void {
  if (session && locations.some((location) => location !== undefined && parseLocation(location).kind === 'path'))
    fail('operator_key_required', `A source of files needs the operator key. ${keyRequired}`);
}

/** Changing where a secret is sent reveals it, so it needs the permission of an owner. */
function failIfSecret(session: Session | null, ...sources: Pick<CreateSourceInput, 'request'>[]): void {
  if (!session || session.role === 'holder' || rolePermissions[session.role].includes('system')) return;
  if (sources.some(({ request }) => secretNamesOf(request ?? {}).length > 0))
    fail(
      'role_required',
      `The role ${session.role} cannot create or change a source that sends secrets. Ask an owner.`,
    );
}

// /operator/source-requests: creators and topics that customers request.

const stateError = `state is one of ${states.join(', ')}.`;
const decision = { permission: 'catalog', method: 'POST', response: operatorSourceRequestSchema } as const;

export function operatorSourceRequestEndpoints({ config, ...rest }: Services): ClientEndpoint[] {
  const services = { ...rest, updateEvery: config.updateEvery };
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/source-requests',
      summary: 'List requested sources',
      description: 'Creators and topics that customers requested: pending ones by arrival, others newest first.',
      query: z.object({ ...operatorPage, state: z.enum(states, stateError).optional() }),
      response: sourceRequestPageSchema,
      handler: ({ query }) => listSourceRequests(services.db, query),
    }),
    operatorEndpoint({
      ...decision,
      path: '/operator/source-requests/:id/approve',
      summary: 'Approve source request',
      description:
        'Creates a source of the requested location, unless one exists for it. The customer is emailed its first hooks. A topic is only marked as approved, and the customer is emailed at once.',
      body: approveSourceRequestInput,
      handler: (request) => approveSourceRequest(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      ...decision,
      path: '/operator/source-requests/:id/decline',
      summary: 'Decline source request',
      description: 'Emails the decision, with its reason, to the customer.',
      body: declineSourceRequestInput,
      handler: (request) => declineSourceRequest(contextOf(services, request), { ...request.body, ...request.params }),
    }),
  ];
}

// /operator/secrets: named secrets that sources send, such as the keys of APIs. Their values are never returned.

const usedSecretSchema = z
  .object({
    ...secretSchema.shape,
    sources: z.array(z.string()).meta({ description: 'Names of sources that send it' }),
  })
  .meta({ id: 'UsedSecret', description: 'A secret without its value, and the sources that send it' });
export type UsedSecret = z.infer<typeof usedSecretSchema>;

export function secretEndpoints(services: Services): ClientEndpoint[] {
  const withSources = async (secrets: readonly Secret[]): Promise<UsedSecret[]> => {
    const sources = await sourcesBySecret(services.db);
    return secrets.map((secret) => ({ ...secret, sources: [...(sources.get(secret.name) ?? [])] }));
  };
  return [
    operatorEndpoint({
      permission: 'system',
      path: '/operator/secrets',
      summary: 'List secrets',
      description: 'Secrets by name, without their values.',
      response: z.object({ secrets: z.array(usedSecretSchema) }),
      handler: async () => ({ secrets: await withSources(await listSecrets(services)) }),
    }),
    operatorEndpoint({
      permission: 'system',
      method: 'PUT',
      path: '/operator/secrets/:name',
      summary: 'Set secret',
      description: 'Sets a secret, or replaces its value.',
      body: setSecretInput,
      requiresBody: true,
      response: secretSchema,
      handler: (request) => setSecret(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'system',
      method: 'DELETE',
      path: '/operator/secrets/:name',
      summary: 'Delete secret',
      response: secretSchema,
      handler: (request) => removeSecret(contextOf(services, request), request.params),
    }),
  ];
}
