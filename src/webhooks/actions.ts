// Changes webhooks: create, update, pause, resume, rotate the secret, delete. Each change is audited in its transaction.
import { lockAccount } from '../accounts/store.ts';
import { type Audit, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import { originOf } from '../audit/audit.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import type { FilterLimits } from '../catalog/search/filter-input.ts';
import { readStoredFilters } from '../collections/collection.ts';
import { countRows } from '../db/account-rows.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { type InAccount, newId } from '../lib/ids.ts';
import { findTargetUrlError } from '../net/connect.ts';
import type { Lookups } from '../net/resolve.ts';
import { failUnknownWebhook, getWebhook, type WebhookId } from './queries.ts';
import { newSecret } from './send.ts';
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  pauseWebhook,
  rotateWebhookSecret,
} from './store.ts';
import { releaseBacklog } from './store-deliveries.ts';
import {
  type CreateWebhookInput,
  maxUrlLength,
  type ResumeInput,
  type UpdateWebhookInput,
  type Webhook,
  type WebhookWithSecret,
} from './webhook.ts';

export type WebhookDeps = {
  db: Database;
  catalog: () => Catalog;
  limits: FilterLimits;
  encryption: Encryption;
  allowPrivate: boolean;
  lookups: Lookups;
};

const maxWebhooks = 5;
/** After a rotation, deliveries are signed with both secrets for this time. */
const secretOverlapMs = 24 * 3_600_000;

export async function createWebhook(
  ctx: WebhookDeps & Context,
  input: CreateWebhookInput & InAccount,
): Promise<WebhookWithSecret> {
  const { accountId, webhook_url, filters = {}, events = ['hooks.new'], description = null } = input;
  const url = await checkTargetUrl(webhook_url, ctx, accountId);
  const normalized = await readStoredFilters(ctx, accountId, filters);
  const secret = newSecret();
  return commit(ctx, async (trx, audit) => {
    if (!(await lockAccount(trx, accountId))) fail('not_found', `Account ${accountId.slice(0, 40)} does not exist.`);
    if ((await countRows(trx, 'webhook_endpoints', accountId)) >= maxWebhooks)
      fail(
        'conflict',
        `An account can have at most ${maxWebhooks} webhooks. Delete one, or widen the filters of another.`,
      );
    const now = new Date();
    const webhook = await insertWebhook(trx, {
      id: newId('wh'),
      account_id: accountId,
      url,
      description,
      filters: JSON.stringify(normalized),
      events,
      status: 'active',
      sealed_secret: ctx.encryption.encrypt(secret),
      created_at: now,
      updated_at: now,
    });
    const details = { webhook_url: originOf(url), filters: normalized, events };
    await audit({ action: 'webhook.created', subject: webhook.webhook_id, accountId, details });
    // Starts the delivery thread, which runs only while there are webhooks.
    await notify(trx, 'hookline_deliveries');
    return { ...webhook, secret };
  });
}

/** Returns the URL as it is stored and connected to: normalized, for example without line breaks and with an encoded host. */
async function checkTargetUrl(text: string, { allowPrivate, lookups }: WebhookDeps, client: string): Promise<string> {
  const url = URL.parse(text)?.href ?? text;
  const problem =
    url.length > maxUrlLength
      ? `webhook_url must be at most ${maxUrlLength} characters, also when it is encoded.`
      : await findTargetUrlError(url, { field: 'webhook_url', allowPrivate }, lookups(client));
  if (problem) fail('invalid_body', problem, { errors: [{ pointer: '#/webhook_url', detail: problem }] });
  return url;
}

export async function updateWebhook(
  ctx: WebhookDeps & Context,
  { id, accountId, webhook_url, filters, events, description }: UpdateWebhookInput & WebhookId,
): Promise<Webhook> {
  // Operators pass no account.
  const url = webhook_url === undefined ? undefined : await checkTargetUrl(webhook_url, ctx, accountId ?? id);
  return change(ctx, { id, accountId }, async (trx, audit, { before, record }) => {
    const normalized = filters && (await readStoredFilters({ ...ctx, db: trx }, record.accountId, filters));
    await changeWebhook(trx, id, { url, filters: normalized && JSON.stringify(normalized), events, description });
    const after = await getWebhook(trx, { id, accountId });
    const fields = ['webhook_url', 'filters', 'events', 'description'] as const;
    await audit({ ...record, action: 'webhook.changed', before, after, fields, show: { webhook_url: originOf } });
  });
}

export async function pause(ctx: Context, webhook: WebhookId): Promise<Webhook> {
  return change(ctx, webhook, async (trx, audit, { record }) => {
    const isPaused = await pauseWebhook(trx, webhook.id, 'owner', new Date());
    if (isPaused) await audit({ ...record, action: 'webhook.paused', details: { by: 'owner' } });
  });
}

/** Delivers the backlog, including failed deliveries, or skips it. */
export async function resume(
  ctx: Context,
  { backlog, now = new Date(), ...webhook }: ResumeInput & WebhookId & { now?: Date },
): Promise<Webhook> {
  return change(ctx, webhook, async (trx, audit, { record }) => {
    await changeWebhook(trx, webhook.id, { status: 'active', paused_by: null, paused_at: null });
    await releaseBacklog(trx, webhook.id, backlog === 'deliver', now);
    await notify(trx, 'hookline_deliveries');
    await audit({ ...record, action: 'webhook.resumed', details: { backlog } });
  });
}

export async function rotateSecret(ctx: WebhookDeps & Context, target: WebhookId): Promise<WebhookWithSecret> {
  const secret = newSecret();
  const webhook = await change(ctx, target, async (trx, audit, { record }) => {
    const previousUntil = new Date(Date.now() + secretOverlapMs);
    await rotateWebhookSecret(trx, target.id, ctx.encryption.encrypt(secret), previousUntil);
    const details = { previous_secret_until: previousUntil.toISOString() };
    await audit({ ...record, action: 'webhook.rotated', details });
  });
  return { ...webhook, secret };
}

/** Deletes the webhook with its deliveries and their log. */
export async function removeWebhook(ctx: Context, target: WebhookId): Promise<Webhook> {
  return commit(ctx, async (trx, audit) => {
    const { webhook, ownerId } = await lockWebhookOrFail(trx, target);
    await deleteWebhook(trx, target.id);
    const details = { webhook_url: originOf(webhook.webhook_url) };
    await audit({ action: 'webhook.deleted', subject: target.id, accountId: ownerId, details });
    await notify(trx, 'hookline_deliveries');
    return webhook;
  });
}

/** Locks the webhook until the transaction ends. `ownerId` is its account. */
export async function lockWebhookOrFail(
  trx: Trx,
  { id, accountId }: WebhookId,
): Promise<{ webhook: Webhook; ownerId: string }> {
  const ownerId = (await lockWebhook(trx, id, accountId)) ?? failUnknownWebhook();
  return { webhook: await getWebhook(trx, { id, accountId }), ownerId };
}

type Locked = { before: Webhook; record: { subject: string; accountId: string } };

/** `apply` changes and audits the locked webhook. */
async function change(
  ctx: Context,
  webhook: WebhookId,
  apply: (trx: Trx, audit: Audit, locked: Locked) => Promise<void>,
): Promise<Webhook> {
  return commit(ctx, async (trx, audit) => {
    const { webhook: before, ownerId } = await lockWebhookOrFail(trx, webhook);
    await apply(trx, audit, { before, record: { subject: webhook.id, accountId: ownerId } });
    return getWebhook(trx, webhook);
  });
}
