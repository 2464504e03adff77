// Connects and disconnects apps. Each change is audited and announced in its transaction.
import type { Account } from '../../accounts/account.ts';
import { writeAudit } from '../../audit/actions.ts';
import type { Actor } from '../../audit/actor.ts';
import { type Database, notify } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { composeMail, type MailMessage } from '../../mail/message.ts';
import { type KeyMail, send } from '../keys/actions.ts';
import { deleteApp, selectApps, setConsentAccount } from './store.ts';

type Acting = { db: Database; actor: Actor };
type Holder = { userId: string; accountId: string };

/** Adds the account to what better-auth stored, and audits it. Disconnects the app from another account of the person. */
export async function recordConnection({ db, actor }: Acting, holder: Holder, clientId: string) {
  const { accountId } = holder;
  await db.transaction().execute(async (trx) => {
    const former = await setConsentAccount(trx, holder, clientId);
    const connected = (await selectApps(trx, holder)).find((app) => app.clientId === clientId);
    if (!connected) return;
    const record = { subject: connected.id, details: { client: clientId } };
    if (former !== null) {
      await writeAudit(trx, actor, { ...record, action: 'app.disconnected', accountId: former });
      await notify(trx, 'hookline_accounts', former);
    }
    await writeAudit(trx, actor, { ...record, action: 'app.connected', accountId });
  });
}

/** Ends its access at once, in every process. */
export async function disconnectApp({ db, actor }: Acting, accountId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const clientId = await deleteApp(trx, accountId, id);
    if (clientId === undefined) fail('not_found', 'This app is not connected, or was disconnected before.');
    const details = { client: clientId };
    await writeAudit(trx, actor, { action: 'app.disconnected', subject: id, accountId, details });
    await notify(trx, 'hookline_accounts', accountId);
  });
}

/** The app whose access token somebody found in public. */
export async function disconnectLeaked({ db, actor }: Acting, mail: KeyMail, accountId: string, id: string) {
  await db.transaction().execute(async (trx) => {
    const clientId = await deleteApp(trx, accountId, id);
    // Two reports at once.
    if (clientId === undefined) return;
    const details = { client: clientId, reason: 'reported' };
    await writeAudit(trx, actor, { action: 'app.disconnected', subject: id, accountId, details });
    await send(trx, mail, accountId, (account, publicUrl) => leakedEmail(account, clientId, publicUrl));
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
      'Connect it again if you trust it. What was done with the token before is in your usage:',
      { links: [{ label: 'Your usage', url: `${publicUrl}/dashboard/usage` }] },
    ],
  });
}
