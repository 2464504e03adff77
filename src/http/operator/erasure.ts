// Deletion of accounts by operators: delete, restore, erase at once, and the export of their data.
import { operatorAccountSchema } from '../../accounts/account.ts';
import type { AccountMail } from '../../accounts/actions.ts';
import type { Refresh } from '../../audit/actor.ts';
import type { Database } from '../../db/database.ts';
import { exportAccountData } from '../../erasure/account-data.ts';
import { deleteAccount, eraseAccountNow, restoreAccount } from '../../erasure/actions.ts';
import { accountDataSchema, deleteAccountInput, restoreAccountInput } from '../../erasure/erasure.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { acting } from './acting.ts';

export type ErasureDeps = Pick<AccountMail, 'jobs' | 'publicUrl'> & { db: Database; refresh: Refresh };

const common = { audience: 'operator', permission: 'accounts', tag: 'Operator' } as const;

export function operatorErasureEndpoints(deps: ErasureDeps): ClientEndpoint[] {
  return [
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/accounts/:id',
      summary: 'Delete account',
      description:
        'Keys, webhooks and sessions stop at once, and the holder is emailed a link to the data of the account. It can be restored for 30 days, then it is erased.',
      body: deleteAccountInput,
      response: operatorAccountSchema,
      handler: (request) => deleteAccount(acting(deps, request), request.params.id, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/accounts/:id/restore',
      summary: 'Restore account',
      description: 'Of a deleted account: its keys and webhooks work again.',
      body: restoreAccountInput,
      response: operatorAccountSchema,
      handler: (request) => restoreAccount(acting(deps, request), request.params.id, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/accounts/:id/erase',
      summary: 'Erase account',
      description: 'Erases a deleted account at once, without waiting for the 30 days. It cannot be undone.',
      status: 202,
      response: operatorAccountSchema,
      handler: (request) => eraseAccountNow(acting(deps, request), request.params.id),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/accounts/:id/data',
      summary: 'Export account data',
      description:
        'Everything that the service holds about an account, for its holder. Secrets and the note are not in it.',
      response: accountDataSchema,
      handler: (request, reply) => {
        const { id } = request.params;
        reply.header('content-disposition', `attachment; filename="hookline-${id.replace(/[^\w-]/g, '')}.json"`);
        return exportAccountData({ ...deps, actor: request.actor() }, id);
      },
    }),
  ];
}
