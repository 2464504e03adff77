// State of one request in the pipeline.
import type { IncomingMessage } from 'node:http';
import type { Caller, KeyCaller } from '../../accounts/caller.ts';
import { plans } from '../../accounts/plan.ts';
import type { Session } from '../../auth/sessions.ts';
import { HooklineError } from '../../lib/errors.ts';
import { counted } from '../../lib/text.ts';
import { policyOf } from '../../quota/lease.ts';
import type { Granted, Permit } from '../../quota/permit.ts';
import type { CountForKey } from '../../quota/usage-log.ts';
import type { LogCall } from '../../request-log/request-log.ts';
import type { CountResponse } from '../../telemetry/metrics.ts';
import type { CallerEndpoint, Target } from './endpoint.ts';

export type CountedEndpoint = CallerEndpoint & {
  countForKey: CountForKey;
  countResponse: CountResponse;
  /** undefined if calls are not logged. */
  logCall: LogCall | undefined;
};

export type RequestContext = {
  endpoint: CountedEndpoint;
  req: IncomingMessage;
  target: Target;
  id: string;
  startedAt: number;
  /** Units of quota, or reads by session. */
  cost: number;
  /** Owner of the key, even if the request is refused. */
  keyOwner?: KeyCaller;
  caller?: Caller;
  /** Session of a member of the account. */
  member?: Session;
  /** Session of an operator who views the account of `caller`. */
  viewer?: Session;
  permit?: Granted;
};

/**
 * Returns the requester: a key, a member of the account, or an operator who views it. Rates and refusals are counted for each, so that none
 * can block the account for another.
 */
export function requesterOf({ keyOwner, member, viewer }: Pick<RequestContext, 'keyOwner' | 'member' | 'viewer'>) {
  if (keyOwner) return keyOwner.keyId;
  if (viewer) return `view ${viewer.id}`;
  return member && `member ${member.userId} ${member.accountId}`;
}

export function overQuota(
  { window, retryAfterSeconds }: Extract<Permit, { allowed: false }>,
  { keyId, cost }: { keyId: string; cost: number },
): HooklineError {
  const resets = new Date(window.resetsAt).toISOString();
  const { limit, name, isOfKey } = window;
  const calls = `${counted(limit, 'call')} of this ${name}${isOfKey ? ` of the key ${keyId}` : ''}`;
  const usedUp = `The ${calls} ${limit === 1 ? 'is' : 'are'} used up.`;
  const more = isOfKey ? 'an owner can raise its limit under Keys & apps' : `${plans.enterprise.title} has more`;
  return new HooklineError(
    'quota_exceeded',
    `${cost === 1 ? usedUp : `This counts as ${cost} calls, and fewer are left of the ${calls}.`} They reset at ${resets}; ${more}.`,
    {
      retryAfterSeconds,
      policy: policyOf(window),
      members: isOfKey ? { limit: 'key', key_id: keyId } : { limit: 'account' },
    },
  );
}
