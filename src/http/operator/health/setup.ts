// /operator/setup: what to set up before customers come, as the server finds it.
import { changeSetup, readSetup, type SetupDeps } from '../../../status/setup/actions.ts';
import { changeSetupInput, setupSchema } from '../../../status/setup/setup.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { acting } from '../acting.ts';

export function setupEndpoints(deps: SetupDeps): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'operator',
      permission: 'read',
      path: '/operator/setup',
      tag: 'Operator',
      summary: 'Get setup checklist',
      description: 'What is set up, and what to do before customers come.',
      response: setupSchema,
      handler: () => readSetup(deps),
    }),
    defineEndpoint({
      audience: 'operator',
      permission: 'system',
      method: 'PATCH',
      path: '/operator/setup',
      tag: 'Operator',
      summary: 'Change setup checklist',
      description: 'Hides the checklist in the console, or confirms that backups are made by other means.',
      body: changeSetupInput,
      response: setupSchema,
      handler: (request) => changeSetup(acting(deps, request), request.body),
    }),
  ];
}
