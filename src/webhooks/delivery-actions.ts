// Deliveries on request: tests and replays, within the limits of the account, and immediate attempts.
import { lockAccount } from '../accounts/store.ts';
import { assertRate, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import type { Limits } from '../config/limits.ts';
import { notify, type Trx } from '../db/database.ts';
import { fail, HooklineError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { lockWebhookOrFail } from './actions.ts';
import {
  type Delivery,
  deliverySchema,
  type ReplayedDeliveries,
  type ReplayFailedInput,
  type ReplayInput,
  type TestInput,
} from './delivery.ts';
import { renderSkipped } from './events/announce.ts';
import { sampleOf } from './events/samples.ts';
import { countPending } from './events/store-announce.ts';
import { failUnknownDelivery, type WebhookId } from './queries.ts';
import {
  countUndelivered,
  findDelivery,
  insertDelivery,
  insertReplays,
  lockSettled,
  makeDue,
  type ReplayRange,
  selectDeliveryOverviews,
} from './store-deliveries.ts';
import { withoutUndoneHooks } from './store-due.ts';
import type { Webhook } from './webhook.ts';

type DeliveryLimits = Pick<
  Limits,
  'pendingDeliveriesPerAccount' | 'testDeliveriesPerHour' | 'replaysPerHour' | 'deliveriesPerReplay'
>;

type DeliveryContext = Context & { limits: DeliveryLimits };

/** Makes one attempt without retries, even for a paused webhook. */
export async function testWebhook(
  ctx: DeliveryContext,
  { event = 'hooks.new', ...webhook }: Partial<TestInput> & WebhookId,
): Promise<Delivery> {
  const { testDeliveriesPerHour: max } = ctx.limits;
  const kind = { action: 'webhook.tested', what: 'test deliveries', max } as const;
  const [delivery] = await enqueue(ctx, { ...webhook, ...kind }, async (trx, now) => [
    await insertDelivery(trx, {
      id: newId('dlv'),
      endpoint_id: webhook.id,
      event_id: null,
      kind: 'test',
      message_id: newId('msg'),
      batch_index: 1,
      batch_of: 1,
      event,
      ...sampleOf(event, now),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    }),
  ]);
  return delivery;
}

/** Sends the same messages again, with their ids and bodies, even to a paused webhook. Hooks that an undo retired are left out. */
export async function replay(
  ctx: DeliveryContext,
  { id, accountId, ...input }: ReplayInput & WebhookId,
): Promise<Delivery[]> {
  const { deliveriesPerReplay, replaysPerHour: max } = ctx.limits;
  const kind = { action: 'webhook.replayed', what: 'replays', max } as const;
  return enqueue(ctx, { id, accountId, ...kind }, async (trx, now, webhook) => {
    const settled = await lockSettled(trx, id, toRange(input, now), deliveriesPerReplay + 1);
    if (settled.length > deliveriesPerReplay)
      fail('conflict', `The range has more than ${deliveriesPerReplay} deliveries. Replay shorter ranges.`);
    const originals: typeof settled = [];
    for (const row of settled)
      originals.push(row.body === '' ? { ...row, ...(await renderSkipped(trx, row, webhook)) } : row);
    const sendable = (await withoutUndoneHooks(trx, originals)).filter(
      ({ hooks, event }) => hooks > 0 || !event.startsWith('hooks.'),
    );
    const replays = await insertReplays(trx, sendable, () => newId('dlv'), now);
    if (replays.length === 0 && 'delivery_id' in input)
      failNothingToReplay(await findDelivery(trx, id, input.delivery_id));
    return replays;
  });
}

function toRange(input: ReplayInput, now: Date): ReplayRange {
  if ('delivery_id' in input) return { deliveryId: input.delivery_id };
  return { ...toPeriod(input, now), isFailedOnly: input.status === 'failed' };
}

function toPeriod({ since, until }: { since?: string; until?: string }, now: Date) {
  return { since: since === undefined ? undefined : new Date(since), until: until ? new Date(until) : now };
}

/** Makes the next attempt of a pending delivery due now. It counts as one of the attempts of its schedule. */
export async function sendNow(
  ctx: Context,
  { id, accountId, deliveryId, now = new Date() }: WebhookId & { deliveryId: string; now?: Date },
): Promise<Delivery> {
  return commit(ctx, async (trx, audit) => {
    const { ownerId } = await lockWebhookOrFail(trx, { id, accountId });
    const [found] = await selectDeliveryOverviews(trx, { id: deliveryId, webhook: id }, { limit: 1 });
    if (!found) failUnknownDelivery();
    const { status, kind, webhook_status, account_active } = found;
    if (status !== 'pending') fail('conflict', `The delivery ${settled[status]}. Replay it to send it again.`);
    if (!account_active)
      fail(
        'conflict',
        'The account is suspended, or its plan has no webhooks. Its deliveries are on hold until it is restored.',
      );
    if (webhook_status === 'paused' && kind === 'event')
      fail('conflict', 'The webhook is paused. Resume it to send its deliveries.');
    await makeDue(trx, deliveryId, now);
    const details = { delivery: deliveryId };
    await audit({ action: 'webhook.delivery_sent', subject: id, accountId: ownerId, details });
    await notify(trx, 'hookline_deliveries');
    return deliverySchema.parse({ ...found, next_attempt_at: now.toISOString() });
  });
}

const settled = { delivered: 'has been delivered', failed: 'has failed permanently', skipped: 'was skipped' };

/** Replays the failed deliveries of a period, webhook by webhook: an account that exceeds its limits does not stop the others. */
export async function replayFailed(
  ctx: DeliveryContext,
  { dry_run: isPreview, account, webhook, since, until }: ReplayFailedInput,
): Promise<ReplayedDeliveries> {
  const period = { since, until: until ?? new Date().toISOString() };
  const found = await countUndelivered(ctx.db, toPeriod(period, new Date()), { account, webhook });
  const webhooks: ReplayedDeliveries['webhooks'] = [];
  for (const { failed, ...owner } of found)
    webhooks.push({
      ...owner,
      ...(isPreview
        ? { deliveries: failed, error: null }
        : await replay(ctx, { ...period, status: 'failed', id: owner.webhook_id }).then(
            ({ length }) => ({ deliveries: length, error: null }),
            (error) => ({ deliveries: 0, error: reasonOf(error) }),
          )),
    });
  return { deliveries: webhooks.reduce((sum, { deliveries }) => sum + deliveries, 0), webhooks };
}

function reasonOf(error: unknown): string {
  if (error instanceof HooklineError) return error.message;
  throw error;
}

function failNothingToReplay(original: Delivery | undefined): never {
  if (!original) failUnknownDelivery();
  if (original.status === 'pending')
    fail('conflict', 'The delivery is still pending and will be attempted anyway. Send it now instead.');
  fail('conflict', 'No hook of the delivery is left in the catalog. There is nothing to send.');
}

type Kind = { action: 'webhook.tested' | 'webhook.replayed'; what: string; max: number };

async function enqueue<T extends readonly Delivery[]>(
  ctx: DeliveryContext,
  { id, accountId, action, what, max }: WebhookId & Kind,
  insert: (trx: Trx, now: Date, webhook: Webhook & { account_id: string }) => Promise<T>,
): Promise<T> {
  return commit(ctx, async (trx, audit) => {
    const { webhook, ownerId } = await lockWebhookOrFail(trx, { id, accountId });
    // The account is locked, since concurrent requests for its other webhooks count too.
    await lockAccount(trx, ownerId);
    const now = new Date();
    await assertRate(trx, ownerId, { action, what, max }, now);
    const inserted = await insert(trx, now, { ...webhook, account_id: ownerId });
    await assertRoom(trx, ownerId, ctx.limits);
    const details = { deliveries: inserted.length };
    await audit({ action, subject: id, accountId: ownerId, details });
    await notify(trx, 'hookline_deliveries');
    return inserted;
  });
}

/** Called after the insert, which an error rolls back. */
async function assertRoom(trx: Trx, accountId: string, { pendingDeliveriesPerAccount: max }: DeliveryLimits) {
  const pending = (await countPending(trx, [accountId])).get(accountId) ?? 0;
  if (pending <= max) return;
  fail(
    'conflict',
    `An account may have ${max} pending deliveries, and this request would result in ${pending}. Resume or delete a paused webhook, or wait until they are sent.`,
  );
}
