// View as customer: an operator's session looks at an account, read-only, for an hour or until it ends.
import { z } from 'zod';
import { accountBriefSchema } from '../accounts/account.ts';
import { findAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { fail } from '../lib/errors.ts';
import { hourMs } from '../lib/time.ts';
import { rolePermissions } from './role.ts';
import type { Session } from './sessions.ts';
import { setView } from './store-users.ts';

const viewMs = hourMs;

export const viewSchema = z
  .object({ account: accountBriefSchema, expires_at: z.iso.datetime() })
  .meta({ id: 'AccountView', description: 'The account that an operator looks at, read-only' });
export type AccountView = z.infer<typeof viewSchema>;

/** The account that the session may read now. Its operator may have lost the permission since. */
export function viewedAccount({ role, view }: Session): string | undefined {
  if (!view || view.expiresAt.getTime() <= Date.now() || !rolePermissions[role].includes('accounts')) return undefined;
  return view.accountId;
}

export async function beginView({ db, actor }: Acting, session: Session, accountId: string): Promise<AccountView> {
  return db.transaction().execute(async (trx) => {
    const account = (await findAccount(trx, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
    const expiresAt = new Date(Date.now() + viewMs);
    await setView(trx, session.id, { accountId, expiresAt });
    const details = { until: expiresAt.toISOString() };
    await writeAudit(trx, actor, { action: 'account.viewed', subject: accountId, accountId, details });
    const { id, name, plan, suspended } = account;
    return { account: { id, name, plan, suspended }, expires_at: expiresAt.toISOString() };
  });
}

export async function endView({ db, actor }: Acting, session: Session): Promise<void> {
  const accountId = session.view?.accountId;
  await db.transaction().execute(async (trx) => {
    await setView(trx, session.id, null);
    if (accountId !== undefined)
      await writeAudit(trx, actor, { action: 'account.view_ended', subject: accountId, accountId });
  });
}
