// Collects everything that the service holds about an account, as JSON for its holder.
import { findOperatorAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { listOwnAudit } from '../audit/queries.ts';
import { hashKey } from '../auth/keys/key.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import type { AccountData } from './erasure.ts';
import { findAccountOfLink } from './store.ts';
import { type DataRow, type Section, sectionNames, selectSection } from './store-data.ts';

/** Of each section, so that the answer fits in memory. */
const maxRows = 20_000;
const auditPage = 200;

/** For an operator, who is audited. */
export async function exportAccountData({ db, actor }: Acting, accountId: string): Promise<AccountData> {
  const data = await readAccountData(db, accountId);
  const record = { action: 'account.data_exported', subject: accountId, accountId } as const;
  await db.transaction().execute((trx) => writeAudit(trx, actor, record));
  return data;
}

/** By the link of the email about the deletion. */
export async function readLinkedData(db: Database, token: string): Promise<AccountData> {
  const accountId = await findAccountOfLink(db, hashKey(token));
  if (accountId === undefined) fail('gone', 'This link is unknown, or the account was restored or erased.');
  return readAccountData(db, accountId);
}

async function readAccountData(db: Database, accountId: string): Promise<AccountData> {
  const found = (await findOperatorAccount(db, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
  // The note is the operators' own.
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
    const page = await listOwnAudit(db, accountId, { limit: auditPage, after });
    records.push(...page.records);
    after = page.next ?? undefined;
  } while (after !== undefined && records.length < maxRows);
  return records;
}
