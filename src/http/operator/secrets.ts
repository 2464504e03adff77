// /operator/secrets: named secrets that sources send, such as the keys of APIs. Their values are never answered.
import { z } from 'zod';
import { sourcesBySecret } from '../../ingest/sources/secrets.ts';
import { removeSecret, setSecret } from '../../secrets/actions.ts';
import { listSecrets, type SecretDeps } from '../../secrets/queries.ts';
import { type Secret, secretSchema, setSecretInput } from '../../secrets/secret.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { acting } from './acting.ts';

const common = { audience: 'operator', permission: 'system', tag: 'Operator' } as const;

const usedSecretSchema = z
  .object({
    ...secretSchema.shape,
    sources: z.array(z.string()).meta({ description: 'Names of sources that send it' }),
  })
  .meta({ id: 'UsedSecret', description: 'A secret without its value, and the sources that send it' });
export type UsedSecret = z.infer<typeof usedSecretSchema>;

export function secretEndpoints(deps: SecretDeps): ClientEndpoint[] {
  const withSources = async (secrets: readonly Secret[]): Promise<UsedSecret[]> => {
    const sources = await sourcesBySecret(deps.db);
    return secrets.map((secret) => ({ ...secret, sources: [...(sources.get(secret.name) ?? [])] }));
  };
  return [
    defineEndpoint({
      ...common,
      path: '/operator/secrets',
      summary: 'List secrets',
      description: 'Secrets by name, without their values.',
      response: z.object({ secrets: z.array(usedSecretSchema) }),
      handler: async () => ({ secrets: await withSources(await listSecrets(deps)) }),
    }),
    defineEndpoint({
      ...common,
      method: 'PUT',
      path: '/operator/secrets/:name',
      summary: 'Set secret',
      description: 'Sets a secret, or replaces its value.',
      body: setSecretInput,
      requiresBody: true,
      response: secretSchema,
      handler: (request) => setSecret(acting(deps, request), request.params.name, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/secrets/:name',
      summary: 'Delete secret',
      response: secretSchema,
      handler: (request) => removeSecret(acting(deps, request), request.params.name),
    }),
  ];
}
