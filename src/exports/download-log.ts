// Audit records of downloads: one for each client that downloads an export, however many ranges it requests.
import { writeAudit } from '../audit/actions.ts';
import type { Actor } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import type { ExportFile } from './export.ts';

/** Requests of an export by the same client within this time are one download. */
const windowMs = 3_600_000;
const maxRemembered = 10_000;

/** `client` is a key of rate limits by address. */
export type LogDownload = (client: string, actor: Actor, file: ExportFile) => Promise<void>;

export function createDownloadLog(db: Database): LogDownload {
  /** When each download was recorded, by export and client, the earliest first. Each process has its own. */
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
    // Before the record is committed, since ranges are often requested at the same time.
    remember(download, now);
    const record = { action: 'export.downloaded', subject: id, accountId, details: { format } } as const;
    await db
      .transaction()
      .execute((trx) => writeAudit(trx, actor, record))
      .catch((error: unknown) => {
        recordedAt.delete(download);
        throw error;
      });
  };
}
