// Sends due deliveries. One process works on a webhook at a time, so its batches arrive in order and a slow webhook delays no other.
//
// A webhook is free, or claimed until a time (60 s, renewed with each settlement):
//
//   free → claimed     wake(): a notification, the time of the next due delivery, or every 30 s; at most 128 webhooks at once
//   claimed → claimed  load up to 200 due deliveries, send them one after the other, settle at least every 2 s
//   claimed → free     nothing is due, the webhook was paused, or the process stops
//   claimed → free     the claim expires, since the process was killed: deliveries that were sent but not settled are sent again
//
// A settlement is one transaction: the outcome of each attempt (`delivered`, `pending` with the time of the retry, or `failed`), the renewed
// claim and, after the last retry of an event or a 410, the pause of the webhook with its email.
import { setTimeout as sleep } from 'node:timers/promises';
import { commit } from '../../audit/actions.ts';
import { bySystem } from '../../audit/actor.ts';
import type { Database } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Encryption } from '../../lib/encryption.ts';
import { composeMail, type MailMessage } from '../../mail/message.ts';
import type { Observe } from '../../telemetry/events.ts';
import { nextAttemptAt } from '../delivery.ts';
import { type Outcome, type Sender, type SignatureInput, signatureHeaders } from '../send.ts';
import { findOwner, findWebhook, pauseWebhook } from '../store.ts';
import {
  claimWebhooks,
  type DueDelivery,
  loadDue,
  nextDueAt,
  releaseWebhook,
  renewClaim,
  type Settlement,
  settle,
  type Target,
} from '../store-due.ts';
import type { Webhook } from '../webhook.ts';

type DeliverDeps = {
  db: Database;
  /** Queues the email about a paused webhook. */
  jobs: Pick<Jobs, 'send'>;
  encryption: Encryption;
  sender: Sender;
  /** Delay after each failure. */
  retryDelaysMs: readonly number[];
  observe: Observe;
  /** Milliseconds since 1970. */
  now?: () => number;
};

export type Deliverer = {
  /** Called when a delivery may be due. */
  wake: () => void;
  /** Resolves when no delivery is due and none is being sent. */
  idle: () => Promise<void>;
  /** Resolves when the deliveries being sent are settled. */
  close: () => Promise<void>;
};

const maxConcurrentWebhooks = 128;
const deliveriesPerLoad = 200;
/** Results are settled at least this often, so that a crash repeats little and claims are renewed long before they expire. */
const settleAfterMs = 2_000;
const claimMs = 60_000;
const maxPauseMs = 30_000;
const pauseAfterErrorMs = 1_000;
/** Webhooks that finish at about the same time share one claim query, which reads all queues. */
const claimIntervalMs = 20;

type Sent = { delivery: DueDelivery; outcome: Outcome; headers: Record<string, string> };

export function createDeliverer(deps: DeliverDeps): Deliverer {
  const { db, observe, now = Date.now } = deps;
  const working = new Map<string, Promise<void>>();
  /** Claims whose release failed, as in an outage: the end of the claim by webhook. */
  const unreleased = new Map<string, number>();
  let claiming: Promise<void> | undefined;
  let soon: Promise<void> | undefined;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  function wake(): void {
    if (isClosing) return;
    isWoken = true;
    claiming ??= claimWhileWoken().finally(() => {
      claiming = undefined;
    });
  }

  async function claimWhileWoken(): Promise<void> {
    while (isWoken && !isClosing) {
      isWoken = false;
      await claimAndWork().catch(pauseAfterError);
    }
  }

  async function claimAndWork(): Promise<void> {
    const free = maxConcurrentWebhooks - working.size;
    const at = now();
    await releaseLeft();
    const claimed = free > 0 ? await claimWebhooks(db, new Date(at), new Date(at + claimMs), free) : [];
    for (const id of claimed) {
      const work = workOnWebhook(deps, id, () => isClosing)
        .finally(() => release(id, at + claimMs))
        .then(wakeSoon, pauseAfterError);
      working.set(
        id,
        work.finally(() => working.delete(id)),
      );
    }
    // Measured from the claim, since a delivery that becomes due in between would be in neither query.
    const next = await nextDueAt(db, new Date(at));
    wakeAfter(next === undefined ? maxPauseMs : Math.min(maxPauseMs, Math.max(0, next - now())));
  }

  async function release(id: string, claimedUntil: number): Promise<void> {
    unreleased.set(id, claimedUntil);
    await releaseWebhook(db, id);
    unreleased.delete(id);
  }

  /**
   * Releases these claims early, so that their webhooks do not wait until the claims expire. After that another process may have claimed
   * them.
   */
  async function releaseLeft(): Promise<void> {
    for (const [id, claimedUntil] of unreleased) {
      if (working.has(id)) continue;
      if (claimedUntil > now()) await releaseWebhook(db, id);
      unreleased.delete(id);
    }
  }

  function wakeSoon(): void {
    soon ??= sleep(claimIntervalMs, undefined, { ref: false }).then(() => {
      soon = undefined;
      wake();
    });
  }

  function pauseAfterError(error: unknown): void {
    observe({ kind: 'delivery_error', error });
    wakeAfter(pauseAfterErrorMs);
  }

  function wakeAfter(ms: number): void {
    clearTimeout(timer);
    if (isClosing) return;
    timer = setTimeout(wake, ms);
    timer.unref();
  }

  return {
    wake,
    idle: async () => {
      while (claiming || soon || working.size > 0) await Promise.all([claiming, soon, ...working.values()]);
    },
    close: async () => {
      isClosing = true;
      clearTimeout(timer);
      await Promise.all([claiming, ...working.values()]);
    },
  };
}

/** Sends and settles until no delivery is due. */
async function workOnWebhook(deps: DeliverDeps, id: string, isClosing: () => boolean): Promise<void> {
  const { db, now = Date.now } = deps;
  while (!isClosing()) {
    const loaded = await loadDue(db, id, new Date(now()), deliveriesPerLoad);
    if (!loaded || loaded.due.length === 0) return;
    const sent = await sendDue(deps, loaded.target, loaded.due, isClosing);
    await settleSent(deps, id, sent, new Date(now() + claimMs));
  }
}

async function sendDue(
  deps: DeliverDeps,
  target: Target,
  due: readonly DueDelivery[],
  isClosing: () => boolean,
): Promise<Sent[]> {
  const { sender, now = Date.now } = deps;
  const secrets = decryptSecrets(deps, target);
  const sent: Sent[] = [];
  const startedAt = performance.now();
  for (const delivery of due) {
    if (isClosing()) break;
    const { message_id: id, body } = delivery;
    const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'Hookline' };
    if (secrets) Object.assign(headers, signatureHeaders({ id, body, at: now(), secrets }));
    const outcome = secrets ? await sender.send(target.url, headers, body, target.accountId) : unsigned(now());
    sent.push({ delivery, outcome, headers });
    // A failure is settled immediately, since it may pause the webhook.
    if (!isSuccess(outcome) || performance.now() - startedAt > settleAfterMs) break;
  }
  return sent;
}

/** Returns undefined if the secrets were encrypted with another operator key. */
function decryptSecrets(
  { encryption, observe }: DeliverDeps,
  { sealedSecrets: [current, ...previous] }: Target,
): SignatureInput['secrets'] | undefined {
  try {
    return [encryption.decrypt(current), ...previous.map(encryption.decrypt)];
  } catch (error) {
    observe({ kind: 'delivery_error', error });
    return undefined;
  }
}

function unsigned(startedAt: number): Outcome {
  const error = 'the secret cannot be decrypted, since the operator key has changed: rotate the secret';
  return { startedAt, tookMs: 0, statusCode: null, error, response: null, retryAfterMs: 0 };
}

function isSuccess({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Writes the outcome of each attempt and, if needed, the pause and its email, in one transaction. */
async function settleSent(
  { db, jobs, retryDelaysMs, observe, now = Date.now }: DeliverDeps,
  webhookId: string,
  sent: readonly Sent[],
  claimedUntil: Date,
): Promise<void> {
  const settled = sent.map((attempt) => ({ ...attempt, settlement: toSettlement(attempt, retryDelaysMs) }));
  const pausedBy = reasonToPause(settled);
  await commit(bySystem(db), async (trx, audit) => {
    // Renewed first, since deleting a webhook locks it before its deliveries: the other order would deadlock.
    await renewClaim(trx, webhookId, claimedUntil);
    await settle(
      trx,
      settled.map(({ settlement }) => settlement),
    );
    if (!pausedBy || !(await pauseWebhook(trx, webhookId, pausedBy, new Date(now())))) return;
    const [webhook, owner] = [await findWebhook(trx, webhookId), await findOwner(trx, webhookId)];
    if (!webhook || !owner) return;
    const details = { by: pausedBy };
    await audit({ action: 'webhook.paused', subject: webhookId, accountId: owner.account_id, details });
    await jobs.send(trx, 'mail', pausedEmail(owner, webhook, sent.at(-1)?.outcome));
  });
  for (const { outcome } of sent) {
    const { statusCode, error: reason, tookMs } = outcome;
    observe({ kind: 'delivery_attempted', webhookId, isDelivered: isSuccess(outcome), statusCode, reason, tookMs });
  }
  if (pausedBy) observe({ kind: 'webhook_paused', webhookId, by: pausedBy });
}

function toSettlement({ delivery, outcome, headers }: Sent, retryDelaysMs: readonly number[]): Settlement {
  const { startedAt, tookMs, statusCode, error, response, retryAfterMs } = outcome;
  const number = delivery.attempts + 1;
  const isDelivered = isSuccess(outcome);
  // A test has one attempt, and 410 is permanent.
  const mayRetry = !isDelivered && delivery.kind !== 'test' && statusCode !== 410;
  const retryAt = mayRetry
    ? nextAttemptAt({ failures: delivery.failures + 1, failedAt: startedAt + tookMs, retryAfterMs }, retryDelaysMs)
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

/** Tests and replays are started manually and never pause a webhook. */
function reasonToPause(sent: readonly (Sent & { settlement: Settlement })[]): 'gone' | 'failures' | undefined {
  const events = sent.filter(({ delivery }) => delivery.kind === 'event');
  if (events.some(({ outcome }) => outcome.statusCode === 410)) return 'gone';
  return events.some(({ settlement }) => settlement.status === 'failed') ? 'failures' : undefined;
}

// Email to the account holder about a paused webhook: the reason, and how to resume it.

function pausedEmail(
  owner: { email: string; name: string },
  { webhook_id, webhook_url, paused_by }: Webhook,
  last: Outcome | undefined,
): MailMessage {
  const outcome = last?.statusCode
    ? `The last response was ${last.statusCode}.`
    : `The last attempt failed: ${last?.error ?? 'unknown'}.`;
  const why =
    paused_by === 'gone'
      ? 'The receiver responded with 410 Gone, which stops deliveries.'
      : `A delivery failed at its first attempt and at every retry. ${outcome}`;
  return composeMail({
    to: owner.email,
    subject: 'Your Hookline webhook is paused',
    name: owner.name,
    parts: [
      `We paused your webhook ${webhook_id}, which delivers to`,
      { code: webhook_url },
      why,
      'New hooks are kept for 30 days. When your receiver works again, resume the webhook in the dashboard, or by API. The first delivers the backlog, the second skips it:',
      {
        code: [
          `POST /webhooks/${webhook_id}/resume {"backlog": "deliver"}`,
          `POST /webhooks/${webhook_id}/resume {"backlog": "skip"}`,
        ].join('\n'),
      },
      `GET /webhooks/${webhook_id}/deliveries lists every attempt with its response.`,
    ],
  });
}
