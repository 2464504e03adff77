// The job of a digest: composes the email and sends it. What was told is settled when the mail server has accepted it.
import { addedRows } from '../catalog/search/added-rows.ts';
import { toFilter } from '../catalog/search/filter.ts';
import type { LiveCatalog } from '../catalog/snapshot/live-catalog.ts';
import { describeFilters, resolveFilters } from '../collections/filters.ts';
import type { Database } from '../db/database.ts';
import type { DigestJob } from '../jobs/jobs.ts';
import type { SendMail } from '../mail/send.ts';
import { digestEmail } from './mail.ts';
import { stopDigest } from './stop.ts';
import { findDigest, settleDigest, whileLocked } from './store.ts';

export type SendDigestDeps = {
  db: Database;
  /** For the lock, which is held while a mail server takes its time: without a limit of silence. */
  lockDb: Database;
  catalog: Pick<LiveCatalog, 'current' | 'refresh'>;
  send: SendMail;
  publicUrl: () => string;
  linkSecret: string;
};

/**
 * Composed here and not when it was requested, so that it has no hook that was taken down since, and is not sent to an account that
 * unsubscribed or was suspended. A process that is killed between the acceptance of the email and the end of this job leaves a
 * job that sends it again: with the same Message-ID, date and hooks.
 */
export function sendDigest(deps: SendDigestDeps, job: DigestJob, stopping: AbortSignal): Promise<void> {
  // The email of the period before may still be on its way: what it tells is known when it is settled.
  return whileLocked(deps.lockDb, job.searchId, () => sendLocked(deps, job, stopping));
}

async function sendLocked(
  { db, catalog, send, publicUrl, linkSecret }: SendDigestDeps,
  { searchId, period, through, throughAt, at: date }: DigestJob,
  stopping: AbortSignal,
): Promise<void> {
  const digest = await findDigest(db, searchId);
  if (!digest || digest.every === 'off' || digest.stopped_at || digest.account.suspended) return;
  // Sent already, or the digest of a later period tells its hooks too.
  if (digest.sent_period === period || digest.last_period !== period) return;
  if (catalog.current().snapshot.version < through) await catalog.refresh();
  const current = catalog.current();
  const { snapshot } = current;
  if (snapshot.version < through) throw new Error(`Version ${through} of the catalog is not loaded yet.`);
  const { account_id, filters } = digest.search;
  const filter = toFilter(await resolveFilters(db, account_id, filters));
  const rows = addedRows(current, filter, { after: digest.told_version, since: digest.told_at, through });
  if (rows.length === 0) return;
  stopping.throwIfAborted();
  const links = { publicUrl: publicUrl(), linkSecret };
  const content = { snapshot, rows, filterText: await describeFilters(db, account_id, filters) };
  const { refusal } = await send(digestEmail(digest, content, { period, date, ...links }));
  if (refusal === undefined) await settleDigest(db, searchId, { period, through, throughAt, now: new Date() });
  else await db.transaction().execute((trx) => stopDigest(trx, digest.search, 'bounce', refusal));
}
