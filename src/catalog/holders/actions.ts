// Decisions about view counts that a source claims and that are too large to be shown unseen.

import { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Context, commit } from '../../audit/actor.ts';
import { fail } from '../../lib/errors.ts';
import { parseHookId } from '../../lib/ids.ts';
import { nextVersion } from '../store.ts';
import { acceptClaim, rejectClaim } from './store.ts';

export const claimDecisionInput = z.strictObject({
  source: z.string().max(200),
  decision: z.enum(['accept', 'reject']),
});

/** Accepting shows the count if it is the largest. Rejecting changes nothing that clients see. */
export async function decideClaim(
  { db, actor, refresh }: Context,
  id: string,
  { source, decision }: z.infer<typeof claimDecisionInput>,
): Promise<void> {
  const hookId = parseHookId(id);
  const now = new Date();
  const isAccepted = decision === 'accept';
  await commit({ db, refresh }, 'catalog', async (trx) => {
    const claim = { hookId, source };
    const isDecided = isAccepted
      ? await acceptClaim(trx, claim, { now, version: await nextVersion(trx) })
      : await rejectClaim(trx, claim, now);
    if (!isDecided) fail('conflict', `No view count of ${source} waits for a decision about ${id}. Reload the hook.`);
    const action = isAccepted ? 'hook.views_accepted' : 'hook.views_rejected';
    await writeAudit(trx, actor, { action, subject: id, details: { source } });
  });
}
