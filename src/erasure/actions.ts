// Deletes and restores accounts, and erases them after 30 days.
import { z } from 'zod';
import { messageText, type OperatorAccount } from '../accounts/account.ts';
import { type AccountMail, quoted } from '../accounts/actions.ts';
import { findOperatorAccount, lockAccount } from '../accounts/store.ts';
import { type Audit, commit } from '../audit/actions.ts';
import { bySystem, type Context } from '../audit/actor.ts';
import { listOwnAudit } from '../audit/queries.ts';
import { hashKey } from '../auth/keys/key.ts';
import { type Database, notify as notifyProcesses, type Trx } from '../db/database.ts';
import { type ExportFiles, exportIdOf } from '../exports/files/files.ts';
import { fail } from '../lib/errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import { removeFromOutbox } from '../mail/send.ts';
import {
  type DataRow,
  eraseRows,
  findAccountOfLink,
  lockDue,
  markDeleted,
  markForErasure,
  markRestored,
  type Section,
  sectionNames,
  selectDue,
  selectExportIds,
  selectSection,
} from './store.ts';

type ErasureContext = Context & Omit<AccountMail, 'config'>;
type Named = { id: string };

/** Operators and owners delete accounts. Keys stop working in every process once it reloads its keyring after the notification. */
export async function deleteAccount(
  ctx: ErasureContext,
  { id, ...input }: z.input<typeof deleteAccountInput> & Named,
): Promise<OperatorAccount> {
  const { reason, notify } = deleteAccountInput.parse(input);
  const { jobs, publicUrl, actor } = ctx;
  const remove = async (trx: Trx, audit: Audit) => {
    const { deletion } = await lock(trx, id);
    if (deletion) fail('conflict', `Account ${id} is deleted already, and erased after ${deletion.erase_after}.`);
    const token = randomBase62(32);
    const link = { deletion_reason: reason ?? null, data_link_hash: notify ? hashKey(token) : null };
    const account = await markDeleted(trx, id, { days: erasedAfterDays, ...link });
    const details = { erase_after: account.deletion?.erase_after };
    await audit({ action: 'account.deleted', subject: id, accountId: id, details });
    if (notify) {
      const url = `${publicUrl()}/account-data/${token}`;
      await jobs.send(trx, 'mail', deletedEmail(account, { by: actor.memberEmail, reason, link: url }));
    }
    await notifyProcesses(trx, 'hookline_accounts', id);
    return account;
  };
  return commit(ctx, remove, { keys: id });
}

export async function restoreAccount(
  ctx: ErasureContext,
  { id, ...input }: z.input<typeof restoreAccountInput> & Named,
): Promise<OperatorAccount> {
  const { message, notify } = restoreAccountInput.parse(input);
  const { jobs, publicUrl } = ctx;
  const restore = async (trx: Trx, audit: Audit) => {
    failIfNotDeleted(await lock(trx, id));
    const account = await markRestored(trx, id);
    await audit({ action: 'account.restored', subject: id, accountId: id });
    if (notify) await jobs.send(trx, 'mail', restoredEmail(account, { message, publicUrl: publicUrl() }));
    await notifyProcesses(trx, 'hookline_accounts', id);
    return account;
  };
  return commit(ctx, restore, { keys: id });
}

/** The job erases the account at once. It can no longer be restored. */
export async function eraseAccountNow(
  ctx: Context & Pick<ErasureContext, 'jobs'>,
  { id }: Named,
): Promise<OperatorAccount> {
  return commit(ctx, async (trx, audit) => {
    failIfNotDeleted(await lock(trx, id));
    await markForErasure(trx, id);
    await audit({ action: 'account.erasure_requested', subject: id, accountId: id });
    await ctx.jobs.send(trx, 'erase_accounts', null, 'due');
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
    // Files are removed first: once the rows are gone, their owner is unknown.
    const exportIds = new Set(await selectExportIds(db, id));
    for (const file of exportIds.size > 0 ? await files.list() : [])
      if (exportIds.has(exportIdOf(file) ?? '')) await files.remove(file);
    const due = await db.transaction().execute((trx) => lockDue(trx, id));
    if (due) await removeFromOutbox(outboxDir, [...due.emails, ...due.invited]);
    await commit(bySystem(db), async (trx, audit) => {
      const locked = await lockDue(trx, id);
      if (!locked) return;
      await eraseRows(trx, id, locked);
      await audit({ action: 'account.erased', subject: id, accountId: id });
      await notifyProcesses(trx, 'hookline_accounts', id);
    });
  }
}

// Collects all stored data of an account, as JSON for its holder.

/** Maximum rows of each section, so that the response fits in memory. */
const maxRows = 20_000;
const auditPage = 200;

/** The download is audited. */
export async function exportAccountData(ctx: Context, { id }: Named): Promise<AccountData> {
  const data = await readAccountData(ctx.db, id);
  await commit(ctx, (_, audit) => audit({ action: 'account.data_exported', subject: id, accountId: id }));
  return data;
}

/** The token is in the email about the deletion. */
export async function readLinkedData(db: Database, token: string): Promise<AccountData> {
  const accountId = await findAccountOfLink(db, hashKey(token));
  if (accountId === undefined) fail('gone', 'This link is unknown, or the account was restored or erased.');
  return readAccountData(db, accountId);
}

async function readAccountData(db: Database, accountId: string): Promise<AccountData> {
  const found = (await findOperatorAccount(db, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
  // The note is private to operators.
  const { note: _, ...account } = found;
  const truncated: string[] = [];
  const read = {} as Record<Section, DataRow[]>;
  for (const section of sectionNames) {
    const { rows, hasMore } = await selectSection(db, section, accountId, maxRows);
    read[section] = rows;
    if (hasMore) truncated.push(section);
  }
  const activity = await readActivity(db, accountId);
  if (activity.length >= maxRows) truncated.push('activity');
  const { users, sessions, passkeys, apps, ...others } = read;
  const sign_in = { users, sessions, passkeys, apps };
  return { exported_at: new Date().toISOString(), account, sign_in, ...others, activity, truncated };
}

async function readActivity(db: Database, accountId: string): Promise<DataRow[]> {
  const records: DataRow[] = [];
  let after: string | undefined;
  do {
    const page = await listOwnAudit(db, { accountId, limit: auditPage, after });
    records.push(...page.records);
    after = page.next ?? undefined;
  } while (after !== undefined && records.length < maxRows);
  return records;
}

// Emails to the holder of an account that was deleted or restored.

const day = (at: string) => at.slice(0, 10);

/** `link` downloads the data without signing in: nobody can sign in to the account any more. */
function deletedEmail(
  { email, name, deletion }: OperatorAccount,
  { by, reason, link }: { by: string | null | undefined; reason: string | undefined; link: string },
): MailMessage {
  const until = deletion ? `${day(deletion.erase_after)} (UTC)` : '';
  return composeMail({
    to: email,
    subject: 'Your Hookline account was deleted',
    name,
    parts: [
      `${by ?? 'The operator of the service'} deleted your account. Its API keys and webhooks stopped at once, and nobody can sign in to it.`,
      ...quoted(reason),
      `Until ${until}, for ${erasedAfterDays} days, the operator can restore it, and you can download what the service stores about you. Then it is erased.`,
      { button: 'Download your data', url: link },
      {
        note: 'Anyone with this link can download the data. If you think that the deletion is a mistake, contact the operator.',
      },
    ],
  });
}

function restoredEmail(
  { email, name, suspended }: OperatorAccount,
  { message, publicUrl }: { message: string | undefined; publicUrl: string },
): MailMessage {
  return composeMail({
    to: email,
    subject: 'Your Hookline account was restored',
    name,
    parts: [
      suspended
        ? 'Your account is no longer deleted. It is suspended, as it was before.'
        : 'Your account is no longer deleted. Your API keys and webhooks work again, and you can sign in.',
      ...quoted(message),
      { button: 'Sign in', url: `${publicUrl}/sign-in` },
    ],
  });
}

// Deletion of an account: for 30 days it can be restored, then a job erases it. Its data can be exported until then.

const erasedAfterDays = 30;

export const deleteAccountInput = z.strictObject({
  reason: messageText.meta({ description: 'Included in the email to the owner' }),
  notify: z.boolean().default(true).meta({ description: 'false: no email to the owner, and no link to the data' }),
});

export const restoreAccountInput = z.strictObject({
  message: messageText.meta({ description: 'Included in the email to the owner' }),
  notify: z.boolean().default(true).meta({ description: 'false: no email to the owner' }),
});

const rows = z.array(z.record(z.string(), z.unknown()));

export const accountDataSchema = z
  .object({
    exported_at: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    sign_in: z.object({ users: rows, sessions: rows, passkeys: rows, apps: rows }),
    invitations: rows,
    keys: rows,
    requests: rows,
    source_requests: rows,
    webhooks: rows,
    webhook_deliveries: rows.meta({ description: 'Without bodies, which are hooks of the catalog' }),
    exports: rows,
    export_schedules: rows,
    searches: rows,
    feed_readers: rows,
    empty_searches: rows,
    digests: rows,
    collections: rows,
    collection_hooks: rows,
    trend_alerts: rows,
    request_log: rows,
    usage: rows.meta({ description: 'Calls per UTC day, key, endpoint and status' }),
    quota: rows,
    activity: rows.meta({ description: 'Audit log of the account, as its owner sees it' }),
    truncated: z
      .array(z.string())
      .meta({ description: 'Sections with more rows than the export, which contains the newest' }),
  })
  .meta({
    id: 'AccountData',
    description: 'All data that the service stores about an account, without secrets',
  });
type AccountData = z.infer<typeof accountDataSchema>;
