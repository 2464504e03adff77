// Delivers what is due: claims an endpoint, sends its deliveries one after the other, settles them, and goes on until nothing
// is due. An endpoint is worked by one process at a time, so its batches arrive in order, and a slow one delays no other.

import { writeAudit } from '../audit/actions.ts';
import { system } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Encryption } from '../lib/encryption.ts';
import type { Observe } from '../telemetry/events.ts';
import { pausedMail } from './paused-email.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import type { Outcome, Sender } from './send.ts';
import { signatureHeaders } from './sign.ts';
import { findEndpoint, ownerOf, pauseEndpoint } from './store.ts';
import {
  claimEndpoints,
  type DueDelivery,
  loadDue,
  nextDueAt,
  releaseEndpoint,
  renewClaim,
  type Settlement,
  settle,
  type Target,
} from './store-deliveries.ts';

export type DeliverDeps = {
  db: Database;
  /** Sends the mail of a pause. */
  jobs: Pick<Jobs, 'send'>;
  encryption: Encryption;
  sender: Sender;
  /** The wait after each failure, in milliseconds. */
  retryMs: readonly number[];
  observe: Observe;
  /** Milliseconds since 1970. */
  now?: () => number;
};

export type Deliverer = {
  /** Something may be due. */
  wake: () => void;
  /** Resolves when nothing is due and nothing is being sent. */
  idle: () => Promise<void>;
  /** Resolves when what is being sent has been settled. */
  close: () => Promise<void>;
};

const endpointsAtOnce = 128;
const deliveriesAtOnce = 200;
/** Results are settled at least so often, so that a crash repeats little, and a claim is renewed long before it ends. */
const settleAfterMs = 2_000;
const claimMs = 60_000;
const longestRestMs = 30_000;
const afterErrorMs = 1_000;

type Sent = { delivery: DueDelivery; outcome: Outcome; headers: Record<string, string> };

export function createDeliverer(deps: DeliverDeps): Deliverer {
  const { db, observe, now = Date.now } = deps;
  const working = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  function wake(): void {
    if (isClosing) return;
    lookAgain = true;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }

  async function look(): Promise<void> {
    while (lookAgain && !isClosing) {
      lookAgain = false;
      try {
        await startWorkerRole();
      } catch (error) {
        observe({ kind: 'delivery_error', error });
        rest(afterErrorMs);
      }
    }
  }

  async function startWorkerRole(): Promise<void> {
    const room = endpointsAtOnce - working.size;
    const at = now();
    if (room > 0) {
      for (const id of await claimEndpoints(db, new Date(at), new Date(at + claimMs), room)) {
        const work = workEndpoint(id).then(wake, (error: unknown) => {
          observe({ kind: 'delivery_error', error });
          rest(afterErrorMs);
        });
        working.set(
          id,
          work.finally(() => working.delete(id)),
        );
      }
    }
    // After the moment of the claim: what falls due meanwhile would be in neither of the two.
    const next = await nextDueAt(db, new Date(at));
    rest(next === undefined ? longestRestMs : Math.min(longestRestMs, Math.max(0, next - now())));
  }

  function rest(ms: number): void {
    clearTimeout(timer);
    if (isClosing) return;
    timer = setTimeout(wake, ms);
    timer.unref();
  }

  async function workEndpoint(id: string): Promise<void> {
    try {
      while (!isClosing) {
        const loaded = await loadDue(db, id, new Date(now()), deliveriesAtOnce);
        if (!loaded || loaded.due.length === 0) return;
        const sent = await sendSome(loaded.target, loaded.due);
        await settleSent(deps, id, sent, new Date(now() + claimMs));
      }
    } finally {
      await releaseEndpoint(db, id);
    }
  }

  async function sendSome(target: Target, due: readonly DueDelivery[]): Promise<Sent[]> {
    const secrets = openSecrets(target);
    const sent: Sent[] = [];
    const began = performance.now();
    for (const delivery of due) {
      if (isClosing) break;
      const { message_id: id, body } = delivery;
      const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'Hookline' };
      if (secrets) Object.assign(headers, signatureHeaders({ id, body, at: now(), secrets }));
      const outcome = secrets ? await deps.sender.send(target.url, headers, body) : unsigned(now());
      sent.push({ delivery, outcome, headers });
      // A failure is settled at once: it may pause the endpoint.
      if (!isSuccess(outcome) || performance.now() - began > settleAfterMs) break;
    }
    return sent;
  }

  /** undefined where they were sealed under another operator key. */
  function openSecrets({ sealedSecrets }: Target): string[] | undefined {
    try {
      return sealedSecrets.map(deps.encryption.decrypt);
    } catch (error) {
      observe({ kind: 'delivery_error', error });
      return undefined;
    }
  }

  return {
    wake,
    idle: async () => {
      while (looking || working.size > 0) await Promise.all([looking, ...working.values()]);
    },
    close: async () => {
      isClosing = true;
      clearTimeout(timer);
      await Promise.all([looking, ...working.values()]);
    },
  };
}

function unsigned(startedAt: number): Outcome {
  const error = 'the secret cannot be read, since the operator key has changed: rotate it';
  return { startedAt, tookMs: 0, statusCode: null, error, response: null, retryAfterMs: 0 };
}

function isSuccess({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** What became of each attempt, and the pause and its mail where one is due, together or not at all. */
async function settleSent(
  { db, jobs, retryMs, observe, now = Date.now }: DeliverDeps,
  endpointId: string,
  sent: readonly Sent[],
  claimedUntil: Date,
): Promise<void> {
  const settlements = sent.map((one) => toSettlement(one, retryMs));
  const pausedBy = reasonToPause(sent, settlements);
  await db.transaction().execute(async (trx) => {
    await settle(trx, settlements);
    await renewClaim(trx, endpointId, claimedUntil);
    if (!pausedBy || !(await pauseEndpoint(trx, endpointId, pausedBy, new Date(now())))) return;
    const [endpoint, owner] = [await findEndpoint(trx, endpointId), await ownerOf(trx, endpointId)];
    if (!endpoint || !owner) return;
    const details = { by: pausedBy };
    await writeAudit(trx, system, {
      action: 'webhook.paused',
      subject: endpointId,
      accountId: owner.account_id,
      details,
    });
    await jobs.send(trx, 'mail', pausedMail(owner, endpoint, sent.at(-1)?.outcome));
  });
  for (const { outcome } of sent) {
    const { statusCode, error: reason, tookMs } = outcome;
    observe({ kind: 'delivery_attempted', endpointId, isDelivered: isSuccess(outcome), statusCode, reason, tookMs });
  }
  if (pausedBy) observe({ kind: 'webhook_paused', endpointId, by: pausedBy });
}

function toSettlement({ delivery, outcome, headers }: Sent, retryMs: readonly number[]): Settlement {
  const { startedAt, tookMs, statusCode, error, response, retryAfterMs } = outcome;
  const number = delivery.attempts + 1;
  const isDelivered = isSuccess(outcome);
  // A test is one attempt; a receiver that is gone will not come back by being asked again.
  const mayRetry = !isDelivered && delivery.kind !== 'test' && statusCode !== 410;
  const retryAt = mayRetry
    ? nextAttemptAt({ failures: delivery.failures + 1, failedAt: startedAt + tookMs, retryAfterMs }, retryMs)
    : undefined;
  return {
    delivery_id: delivery.id,
    status: isDelivered ? 'delivered' : retryAt === undefined ? 'failed' : 'pending',
    number,
    next_attempt_at: retryAt === undefined ? null : new Date(retryAt).toISOString(),
    started_at: new Date(startedAt).toISOString(),
    took_ms: tookMs,
    status_code: statusCode,
    error,
    headers,
    response,
  };
}

/** Tests and replays are somebody's experiment: they say nothing of the endpoint's health. */
function reasonToPause(sent: readonly Sent[], settlements: readonly Settlement[]): 'gone' | 'failures' | undefined {
  const events = sent.flatMap(({ delivery, outcome }, at) =>
    delivery.kind === 'event' ? [{ outcome, status: settlements[at].status }] : [],
  );
  if (events.some(({ outcome }) => outcome.statusCode === 410)) return 'gone';
  return events.some(({ status }) => status === 'failed') ? 'failures' : undefined;
}
