// Stops a digest that the mail server refuses or the plan does not include. Its holder sees why, and resumes it.
import { writeAudit } from '../audit/actions.ts';
import { system } from '../audit/actor.ts';
import type { Trx } from '../db/database.ts';
import { changeDigest } from '../searches/digest/store.ts';
import type { DueDigest } from './store.ts';

const maxErrorLength = 500;

export async function stopDigest(
  trx: Trx,
  { id, account_id: accountId }: Pick<DueDigest['search'], 'id' | 'account_id'>,
  by: 'bounce' | 'plan',
  text: string,
): Promise<void> {
  const error = text.slice(0, maxErrorLength);
  await changeDigest(trx, id, { next_run_at: null, stopped_at: new Date(), stopped_by: by, error });
  await writeAudit(trx, system, { action: 'search.digest_stopped', subject: id, accountId, details: { by, error } });
}
