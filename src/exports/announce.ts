// Tells webhooks that an export is complete, in the transaction that settles it.
import type { Trx } from '../db/database.ts';
import type { Emit } from '../webhooks/events/emit.ts';
import { downloadPath } from './files/signed-link.ts';
import { findOwnedExport } from './store.ts';

type AnnounceDeps = { emit: Emit; publicUrl: () => string; linkSecret: string };

/** The record is that of GET /export/{export_id}; its link works until the file expires. */
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
