// Decides on claimed view counts that are too large to be shown without review.

import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { parseHookId } from '../../lib/ids.ts';
import { nextVersion } from '../store.ts';
import { acceptClaim, rejectClaim } from './store.ts';

export const claimDecisionInput = z.strictObject({
  source: z.string().max(200),
  decision: z.enum(['accept', 'reject']),
});

/** Shows an accepted count if it is the largest. A rejection changes nothing that clients see. */
export async function decideClaim(
  ctx: Context,
  { id, source, decision }: z.infer<typeof claimDecisionInput> & { id: string },
): Promise<void> {
  const hookId = parseHookId(id);
  const now = new Date();
  const isAccepted = decision === 'accept';
  const decide = async (trx: Trx, audit: Audit) => {
    const claim = { hookId, source };
    const isDecided = isAccepted
      ? await acceptClaim(trx, claim, { now, version: await nextVersion(trx) })
      : await rejectClaim(trx, claim, now);
    if (!isDecided) fail('conflict', `${id} has no pending view count from ${source}. Reload the hook.`);
    const action = isAccepted ? 'hook.views_accepted' : 'hook.views_rejected';
    await audit({ action, subject: id, details: { source } });
  };
  await commit(ctx, decide, 'catalog');
}
