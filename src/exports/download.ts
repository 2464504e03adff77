// Downloads of exports: concurrency limits, audit records, signed links, and the event of a complete export.

import { commit } from '../audit/actions.ts';
import type { Actor } from '../audit/actor.ts';
import type { Limits } from '../config/limits.ts';
import type { Database, Trx } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { signLink } from '../lib/signed-link.ts';
import type { Emit } from '../webhooks/events/announce.ts';
import type { ExportFile } from './export.ts';
import { findOwnedExport } from './store.ts';

type DownloadLimits = Pick<Limits, 'downloadsPerLink' | 'downloadsPerAccount' | 'downloadsAtOnce'>;

export type RunningDownload = {
  /** Throws `rate_limited` if the account has too many downloads. Called after the link was looked up, which yields the account. */
  addTo: (accountId: string) => void;
  end: () => void;
};

/** Throws `rate_limited` if too many downloads run, of this export or in total. */
export type BeginDownload = (exportId: string) => RunningDownload;

const retryAfterSeconds = 5;

export function limitDownloads(limits: DownloadLimits): BeginDownload {
  const ofLink = new Map<string, number>();
  const ofAccount = new Map<string, number>();
  let all = 0;

  return (exportId) => {
    const { downloadsPerLink, downloadsPerAccount, downloadsAtOnce } = limits;
    if ((ofLink.get(exportId) ?? 0) >= downloadsPerLink) refuse(`${downloadsPerLink} at once for this link`);
    if (all >= downloadsAtOnce) refuse(`${downloadsAtOnce} at once for the service`);
    change(ofLink, exportId, 1);
    all += 1;
    let account: string | undefined;
    return {
      addTo(accountId) {
        if ((ofAccount.get(accountId) ?? 0) >= downloadsPerAccount)
          refuse(`${downloadsPerAccount} at once for this account`);
        change(ofAccount, accountId, 1);
        account = accountId;
      },
      end() {
        change(ofLink, exportId, -1);
        if (account !== undefined) change(ofAccount, account, -1);
        all -= 1;
      },
    };
  };
}

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function refuse(most: string): never {
  fail('rate_limited', `Download limit reached: ${most}. Retry when one has finished.`, {
    retryAfterSeconds,
  });
}

// Audit records of downloads: one per client and export, however many ranges the client requests.

/** Requests for an export by the same client within this time count as one download. */
const windowMs = 3_600_000;
const maxRemembered = 10_000;

/** `client` is a key of rate limits by address. */
type LogDownload = (client: string, actor: Actor, file: ExportFile) => Promise<void>;

export function createDownloadLog(db: Database): LogDownload {
  /** Time at which each download was recorded, by export and client, earliest first. Each process has its own map. */
  const recordedAt = new Map<string, number>();

  function remember(download: string, now: number): void {
    recordedAt.delete(download);
    recordedAt.set(download, now);
    if (recordedAt.size <= maxRemembered) return;
    const [earliest = ''] = recordedAt.keys();
    recordedAt.delete(earliest);
  }

  return async (client, actor, { id, format, owner: { accountId } }) => {
    const download = `${id} ${client}`;
    const now = Date.now();
    if (now < (recordedAt.get(download) ?? 0) + windowMs) return;
    // Remembered before the record is committed, since clients often request several ranges at once.
    remember(download, now);
    const record = { action: 'export.downloaded', subject: id, accountId, details: { format } } as const;
    await commit({ db, actor }, (_, audit) => audit(record)).catch((error: unknown) => {
      recordedAt.delete(download);
      throw error;
    });
  };
}

// Signed download links, which need no key.

/** Relative to the public URL. */
export function downloadPath(secret: string, exportId: string, expiresAt: number): string {
  return `/export/${exportId}/download?token=${signLink(secret, exportId, expiresAt)}`;
}

// Notifies webhooks of a complete export, in the transaction that settles it.

type AnnounceDeps = { emit: Emit; publicUrl: () => string; linkSecret: string };

/** The data is the response of GET /export/{export_id}; its link works until the file expires. */
export async function announceExport(
  trx: Trx,
  { emit, publicUrl, linkSecret }: AnnounceDeps,
  id: string,
): Promise<void> {
  const settled = await findOwnedExport(trx, id);
  if (settled?.record.status !== 'complete' || !settled.record.expires_at) return;
  const { accountId, record } = settled;
  const download_url = `${publicUrl()}${downloadPath(linkSecret, id, Date.parse(settled.record.expires_at))}`;
  await emit(trx, { type: 'export.completed', accountId, data: { ...record, download_url } });
}
