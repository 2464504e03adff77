// Changes about digests: a test email, the time zone of the account, and unsubscribing by the link of an email.
import type { Account } from '../accounts/account.ts';
import { changeAccount, findAccount, lockAccount } from '../accounts/store.ts';
import { assertRate, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import { addedRows } from '../catalog/search/changes.ts';
import { toFilter } from '../catalog/search/filter.ts';
import { resolve } from '../catalog/search/resolve.ts';
import { describeFilters, resolveFilters } from '../collections/collection.ts';
import type { Limits } from '../config/limits.ts';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import type { IdInAccount } from '../lib/ids.ts';
import { nextRunAt } from '../searches/digest/actions.ts';
import { failUnknownSearch } from '../searches/search.ts';
import { changeDigest, lockDigestsOf, lockSearch, noDigest } from '../searches/store.ts';
import { isSigned, searchOfToken, testEmail } from './send.ts';
import { type DueDigest, findDigest } from './store.ts';

export type DigestDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  catalog: () => Catalog;
  publicUrl: () => string;
  linkSecret: string;
  limits: Pick<Limits, 'digestTestsPerHour'>;
};

/** Emails the content of the next digest, also while it is off. The digest is not affected. Resolves to the email address. */
export async function sendTestDigest(
  ctx: DigestDeps & Context,
  { id: searchId, accountId }: IdInAccount,
): Promise<string> {
  const current = ctx.catalog();
  const { snapshot, cache } = current;
  return commit(ctx, async (trx, audit) => {
    await lockAccount(trx, accountId);
    const account = await findAccount(trx, accountId);
    const search = await lockSearch(trx, searchId, accountId);
    if (!account || !search) failUnknownSearch();
    const action = 'search.digest_tested';
    await assertRate(trx, accountId, { action, what: 'test digests', max: ctx.limits.digestTestsPerHour }, new Date());
    const digest: DueDigest = {
      ...((await findDigest(trx, searchId)) ?? { ...noDigest, search_id: searchId }),
      search,
      account,
    };
    const filter = toFilter(await resolveFilters(trx, accountId, search.filters));
    const added =
      digest.every === 'off'
        ? new Uint32Array()
        : addedRows(current, filter, { after: digest.told_version, since: digest.told_at, through: snapshot.version });
    const isNew = added.length > 0;
    const rows = isNew ? added : resolve(snapshot, cache, filter).rows;
    const filterText = await describeFilters(trx, accountId, search.filters);
    const links = { publicUrl: ctx.publicUrl(), linkSecret: ctx.linkSecret };
    await ctx.jobs.send(trx, 'mail', testEmail(digest, { snapshot, rows, filterText }, { isNew, ...links }));
    await audit({ action, subject: searchId, accountId });
    return account.email;
  });
}

/** The next digests of the account are sent at their hours in this time zone. */
export async function setTimezone(
  ctx: Context,
  { accountId, timezone }: { accountId: string; timezone: string },
): Promise<Account> {
  return commit(ctx, async (trx, audit) => {
    await lockAccount(trx, accountId);
    const before = (await findAccount(trx, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
    const after = (await changeAccount(trx, accountId, { timezone })) ?? before;
    const record = { action: 'account.changed', subject: accountId, accountId } as const;
    if (!(await audit({ ...record, before, after, fields: ['timezone'] }))) return before;
    const now = new Date();
    for (const digest of await lockDigestsOf(trx, accountId))
      if (!digest.stopped_at)
        await changeDigest(trx, digest.search_id, { next_run_at: nextRunAt(digest, digest, timezone, now) });
    return (await findAccount(trx, accountId)) ?? before;
  });
}

type LinkDeps = Pick<DigestDeps, 'db' | 'linkSecret'>;

/** Finds the digest of a link in an email; undefined if it is unknown, deleted, or sent to another email since. */
export async function findDigestOfLink({ db, linkSecret }: LinkDeps, token: string): Promise<DueDigest | undefined> {
  const searchId = searchOfToken(token);
  const digest = searchId === undefined ? undefined : await findDigest(db, searchId);
  return digest && isSigned(token, linkSecret, digest) ? digest : undefined;
}

/** Turns the digest of the search off, or all of its account. Idempotent. */
export async function unsubscribe(
  ctx: Context,
  { search, which }: Pick<DueDigest, 'search'> & { which: 'this' | 'all' },
): Promise<void> {
  const accountId = search.account_id;
  await commit(ctx, async (trx, audit) => {
    for (const { search_id: subject, every } of await lockDigestsOf(trx, accountId)) {
      if (which === 'this' && subject !== search.id) continue;
      const off = { every: 'off', next_run_at: null, stopped_at: null, stopped_by: null, error: null } as const;
      await changeDigest(trx, subject, off);
      const details = { digest: { from: every, to: 'off' } };
      await audit({ action: 'search.changed', subject, accountId, details });
    }
  });
}
