// Deletes and restores accounts, and erases those whose 30 days are over.
import type { z } from 'zod';
import type { OperatorAccount } from '../accounts/account.ts';
import type { AccountMail } from '../accounts/actions.ts';
import { findOperatorAccount, lockAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import { type Acting, commit, system } from '../audit/actor.ts';
import { hashKey } from '../auth/keys/key.ts';
import { type Database, notify as notifyProcesses, type Trx } from '../db/database.ts';
import { type ExportFiles, exportIdOf } from '../exports/files/files.ts';
import { fail } from '../lib/errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import { removeFromOutbox } from '../mail/outbox.ts';
import { deletedEmail, restoredEmail } from './emails.ts';
import { deleteAccountInput, erasedAfterDays, restoreAccountInput } from './erasure.ts';
import { eraseRows, lockDue, markDeleted, markForErasure, markRestored, selectDue, selectExportIds } from './store.ts';

type Deps = Acting & Omit<AccountMail, 'config'>;

/** Keys stop in every process as soon as they reload their keyrings, which the notification makes them do. */
export async function deleteAccount(
  { db, actor, refresh, jobs, publicUrl }: Deps,
  id: string,
  input: z.input<typeof deleteAccountInput> = {},
): Promise<OperatorAccount> {
  const { reason, notify } = deleteAccountInput.parse(input);
  return commit({ db, refresh }, { keys: id }, async (trx) => {
    const { deletion } = await lock(trx, id);
    if (deletion) fail('conflict', `Account ${id} is deleted already, and erased after ${deletion.erase_after}.`);
    const token = randomBase62(32);
    const link = { deletion_reason: reason ?? null, data_link_hash: notify ? hashKey(token) : null };
    const account = await markDeleted(trx, id, { days: erasedAfterDays, ...link });
    const details = { erase_after: account.deletion?.erase_after };
    await writeAudit(trx, actor, { action: 'account.deleted', subject: id, accountId: id, details });
    if (notify) {
      const url = `${publicUrl()}/account-data/${token}`;
      await jobs.send(trx, 'mail', deletedEmail(account, { reason, link: url }));
    }
    await notifyProcesses(trx, 'hookline_accounts', id);
    return account;
  });
}

export async function restoreAccount(
  { db, actor, refresh, jobs, publicUrl }: Deps,
  id: string,
  input: z.input<typeof restoreAccountInput> = {},
): Promise<OperatorAccount> {
  const { message, notify } = restoreAccountInput.parse(input);
  return commit({ db, refresh }, { keys: id }, async (trx) => {
    failIfNotDeleted(await lock(trx, id));
    const account = await markRestored(trx, id);
    await writeAudit(trx, actor, { action: 'account.restored', subject: id, accountId: id });
    if (notify) await jobs.send(trx, 'mail', restoredEmail(account, { message, publicUrl: publicUrl() }));
    await notifyProcesses(trx, 'hookline_accounts', id);
    return account;
  });
}

/** The job does it at once. Nothing can be restored from then on. */
export async function eraseAccountNow(
  { db, actor, jobs }: Pick<Deps, 'db' | 'actor' | 'jobs'>,
  id: string,
): Promise<OperatorAccount> {
  return db.transaction().execute(async (trx) => {
    failIfNotDeleted(await lock(trx, id));
    await markForErasure(trx, id);
    await writeAudit(trx, actor, { action: 'account.erasure_requested', subject: id, accountId: id });
    await jobs.send(trx, 'erase_accounts', null, 'due');
    return lock(trx, id);
  });
}

async function lock(trx: Trx, id: string): Promise<OperatorAccount> {
  await lockAccount(trx, id);
  return (await findOperatorAccount(trx, id)) ?? fail('not_found', `Account ${id} does not exist.`);
}

function failIfNotDeleted({ id, deletion }: OperatorAccount): void {
  if (!deletion) fail('conflict', `Account ${id} is not deleted. DELETE it first.`);
}

type ErasureDeps = { db: Database; files: Pick<ExportFiles, 'list' | 'remove'>; outboxDir: string };

/** The job: each account in a transaction of its own. It may run again at any point, and in several processes. */
export async function eraseDueAccounts({ db, files, outboxDir }: ErasureDeps): Promise<void> {
  for (const id of await selectDue(db)) {
    // Files first: once the rows are gone, nothing tells whose they were.
    const exportIds = new Set(await selectExportIds(db, id));
    for (const file of exportIds.size > 0 ? await files.list() : [])
      if (exportIds.has(exportIdOf(file) ?? '')) await files.remove(file);
    const due = await db.transaction().execute((trx) => lockDue(trx, id));
    if (due) await removeFromOutbox(outboxDir, [...due.emails, ...due.invited]);
    await db.transaction().execute(async (trx) => {
      const locked = await lockDue(trx, id);
      if (!locked) return;
      await eraseRows(trx, id, locked);
      await writeAudit(trx, system, { action: 'account.erased', subject: id, accountId: id });
      await notifyProcesses(trx, 'hookline_accounts', id);
    });
  }
}
