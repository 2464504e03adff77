// Connects and disconnects apps. Each change is audited and announced in its transaction.
import { writeAudit } from '../../audit/actions.ts';
import type { Actor } from '../../audit/actor.ts';
import { type Database, notify } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { deleteApp, selectApps } from './store.ts';

type Acting = { db: Database; actor: Actor };
type Holder = { userId: string; accountId: string };

/** Audits what better-auth stored. */
export async function recordConnection({ db, actor }: Acting, { userId, accountId }: Holder, clientId: string) {
  await db.transaction().execute(async (trx) => {
    const connected = (await selectApps(trx, userId)).find((app) => app.clientId === clientId);
    if (!connected) return;
    const details = { client: clientId };
    await writeAudit(trx, actor, { action: 'app.connected', subject: connected.id, accountId, details });
  });
}

/** Ends its access at once, in every process. */
export async function disconnectApp({ db, actor }: Acting, { userId, accountId }: Holder, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const clientId = await deleteApp(trx, userId, id);
    if (clientId === undefined) fail('not_found', 'This app is not connected, or was disconnected before.');
    const details = { client: clientId };
    await writeAudit(trx, actor, { action: 'app.disconnected', subject: id, accountId, details });
    await notify(trx, 'hookline_accounts');
  });
}
