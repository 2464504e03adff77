// Connects and disconnects apps. Each change is audited and announced in its transaction.
import type { Account } from '../../accounts/account.ts';
import { commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { notify } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import type { IdInAccount } from '../../lib/ids.ts';
import { composeMail, type MailMessage } from '../../mail/message.ts';
import { type KeyMail, send } from '../keys/actions.ts';
import { type Key, limitColumns } from '../keys/key.ts';
import { openKeyWindows } from '../keys/store.ts';
import { deleteApp, findApp, selectApps, setAppLimits, setConsentAccount } from './store.ts';

/** Adds the account to the consent that better-auth stored, and audits it. Disconnects the app from another account of the person. */
export async function recordConnection(
  ctx: Context,
  { userId, accountId, clientId }: { userId: string; accountId: string; clientId: string },
): Promise<void> {
  const holder = { userId, accountId };
  await commit(ctx, async (trx, audit) => {
    const former = await setConsentAccount(trx, holder, clientId);
    const connected = (await selectApps(trx, holder)).find((app) => app.clientId === clientId);
    if (!connected) return;
    const record = { subject: connected.id, details: { client: clientId } };
    if (former !== null) {
      await audit({ ...record, action: 'app.disconnected', accountId: former });
      await notify(trx, 'hookline_accounts', former);
    }
    await audit({ ...record, action: 'app.connected', accountId });
  });
}

/** Ends the app's access at once, in every process. */
export async function disconnectApp(ctx: Context, { id, accountId }: IdInAccount): Promise<void> {
  await commit(ctx, async (trx, audit) => {
    const clientId = await deleteApp(trx, accountId, id);
    if (clientId === undefined) fail('not_found', 'This app is not connected, or was disconnected before.');
    const details = { client: clientId };
    await audit({ action: 'app.disconnected', subject: id, accountId, details });
    await notify(trx, 'hookline_accounts', accountId);
  });
}

/** Limits the calls of one app; null means no limit of its own. */
export async function limitApp(ctx: Context, { id, accountId, limits }: IdInAccount & { limits: Key['limits'] }) {
  await commit(ctx, async (trx, audit) => {
    const app = await findApp(trx, accountId, id);
    if (!app) fail('not_found', 'This app is not connected, or was disconnected before.');
    const rows = { before: app, after: { limits }, fields: ['limits'] as const };
    if (!(await audit({ action: 'app.changed', subject: id, accountId, ...rows }))) return;
    await setAppLimits(trx, id, limitColumns(limits));
    await openKeyWindows(trx, accountId, id, new Date());
    await notify(trx, 'hookline_accounts', accountId);
  });
}

/** Disconnects an app whose access token somebody found in public. */
export async function disconnectLeaked(
  ctx: Context & { mail: KeyMail },
  { id, accountId }: IdInAccount,
): Promise<void> {
  await commit(ctx, async (trx, audit) => {
    const clientId = await deleteApp(trx, accountId, id);
    // Two reports arrived at once.
    if (clientId === undefined) return;
    const details = { client: clientId, reason: 'reported' };
    await audit({ action: 'app.disconnected', subject: id, accountId, details });
    await send(trx, ctx.mail, accountId, (account, publicUrl) => leakedEmail(account, clientId, publicUrl));
    await notify(trx, 'hookline_accounts', accountId);
  });
}

function leakedEmail({ email }: Account, clientId: string, publicUrl: string): MailMessage {
  return composeMail({
    to: email,
    subject: 'An app was disconnected from your Hookline account',
    parts: [
      'Somebody who has an access token of this app reported it as leaked, so the app was disconnected:',
      { facts: [['App', clientId]] },
      'Connect it again if you trust it. See your usage for earlier calls with the token:',
      { links: [{ label: 'Your usage', url: `${publicUrl}/dashboard/usage` }] },
    ],
  });
}
