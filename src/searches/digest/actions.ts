// Sets the digest of a saved search, in the transaction that changes the search.
import { plans } from '../../accounts/plan.ts';
import { findAccount } from '../../accounts/store.ts';
import { publishedVersion } from '../../catalog/store.ts';
import type { Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { weekdays } from '../../lib/time.ts';
import { countOlderSearches, type DigestRow, lockDigest, noDigest, type SearchRow, saveDigest } from '../store.ts';
import { type Digest, type DigestInput, nextDigestAt, toDigest } from './digest.ts';

/** The audit log contains only the fields that differ. */
export const auditedDigestFields = ['digest', 'digest_day', 'digest_hour', 'digest_stopped'] as const;

/** Writes nothing if `input` has no field of a digest. */
export async function setDigest(
  trx: Trx,
  search: SearchRow,
  { digest, digest_day, digest_hour }: DigestInput,
): Promise<{ before: Digest; after: Digest }> {
  const before: DigestRow = (await lockDigest(trx, search.id)) ?? { ...noDigest, search_id: search.id };
  if (digest === undefined && digest_day === undefined && digest_hour === undefined)
    return { before: toDigest(before), after: toDigest(before) };
  const every = digest ?? before.every;
  const day = digest_day === undefined ? before.day : weekdays.indexOf(digest_day) + 1;
  const changed = { ...before, every, day, hour: digest_hour ?? before.hour };
  const isStarted = before.every === 'off' && every !== 'off';
  const account = await findAccount(trx, search.account_id);
  if (digest !== undefined && digest !== 'off') await failIfBeyondPlan(trx, search, account?.plan ?? 'free');
  const isStopped = before.stopped_at !== null && digest === undefined;
  const after = await saveDigest(trx, {
    ...changed,
    // Hooks added while the digest was off are not sent; hooks added while it was stopped are.
    ...(isStarted ? await fromNow(trx) : {}),
    next_run_at: isStopped ? null : nextRunAt(before, changed, account?.timezone ?? 'UTC', new Date()),
    ...(isStopped ? {} : { stopped_at: null, stopped_by: null, error: null }),
  });
  return { before: toDigest(before), after: toDigest(after) };
}

async function fromNow(trx: Trx): Promise<Pick<DigestRow, 'told_version' | 'told_at'>> {
  const { version, at } = await publishedVersion(trx);
  return { told_version: version, told_at: at };
}

/** A due digest stays due: a changed time applies to later ones. */
export function nextRunAt(
  { next_run_at: due }: Pick<DigestRow, 'next_run_at'>,
  changed: DigestRow,
  timezone: string,
  now: Date,
): Date | null {
  return due && due <= now && changed.every !== 'off' ? due : nextDigestAt(changed, timezone, now);
}

/** After a downgrade, the oldest searches keep their digests. */
async function failIfBeyondPlan(trx: Trx, search: SearchRow, plan: keyof typeof plans): Promise<void> {
  if ((await countOlderSearches(trx, search)) >= plans[plan].savedSearches) fail('conflict', beyondPlanText(plan));
}

export function beyondPlanText(plan: keyof typeof plans): string {
  const { title, savedSearches } = plans[plan];
  return `The ${title} plan includes digests of your ${savedSearches} oldest saved searches. Delete an older one, or get a plan with more.`;
}
