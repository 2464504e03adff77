// Changes webhook endpoints: create, update, pause, resume, rotate the secret, delete. Each change is audited in its transaction.
import { lockAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { type AuditAction, type Details, differences, originOf } from '../audit/audit.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import type { FilterLimits } from '../catalog/search/filter-input.ts';
import { readStoredFilters } from '../collections/collection.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { findTargetUrlError } from '../net/connect.ts';
import type { Lookups } from '../net/resolve.ts';
import {
  type CreateEndpointInput,
  type Endpoint,
  type EndpointWithSecret,
  maxUrlLength,
  type ResumeInput,
  type UpdateEndpointInput,
} from './endpoint.ts';
import { failUnknownEndpoint, getEndpoint } from './queries.ts';
import { newSecret } from './send.ts';
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  lockEndpoint,
  pauseEndpoint,
  rotateEndpointSecret,
} from './store.ts';
import { releaseBacklog } from './store-deliveries.ts';

export type EndpointDeps = {
  db: Database;
  catalog: () => Catalog;
  limits: FilterLimits;
  encryption: Encryption;
  allowPrivate: boolean;
  lookups: Lookups;
};

const maxEndpoints = 5;
/** After a rotation deliveries are signed with both secrets this long. */
const secretOverlapMs = 24 * 3_600_000;

export async function createEndpoint(
  deps: EndpointDeps & Acting,
  accountId: string,
  { webhook_url, filters = {}, events = ['hooks.new'], description = null }: CreateEndpointInput,
): Promise<EndpointWithSecret> {
  const { db, actor, encryption } = deps;
  const url = await checkTargetUrl(webhook_url, deps, accountId);
  const normalized = await readStoredFilters(deps, accountId, filters);
  const secret = newSecret();
  return db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, accountId))) fail('not_found', `Account ${accountId.slice(0, 40)} does not exist.`);
    if ((await countEndpoints(trx, accountId)) >= maxEndpoints)
      fail(
        'conflict',
        `An account can have at most ${maxEndpoints} webhooks. Delete one, or widen the filters of another.`,
      );
    const now = new Date();
    const endpoint = await insertEndpoint(trx, {
      id: newId('wh'),
      account_id: accountId,
      url,
      description,
      filters: JSON.stringify(normalized),
      events,
      status: 'active',
      sealed_secret: encryption.encrypt(secret),
      created_at: now,
      updated_at: now,
    });
    const details = { webhook_url: originOf(url), filters: normalized, events };
    await writeAudit(trx, actor, { action: 'webhook.created', subject: endpoint.webhook_id, accountId, details });
    // The thread that delivers runs only while there are endpoints.
    await notify(trx, 'hookline_deliveries');
    return { ...endpoint, secret };
  });
}

/** The URL as it is checked, stored and connected to: normalized, for example without line breaks and with an encoded host. */
async function checkTargetUrl(text: string, { allowPrivate, lookups }: EndpointDeps, client: string): Promise<string> {
  const url = URL.parse(text)?.href ?? text;
  const problem =
    url.length > maxUrlLength
      ? `webhook_url must be at most ${maxUrlLength} characters, also when it is encoded.`
      : await findTargetUrlError(url, { field: 'webhook_url', allowPrivate }, lookups(client));
  if (problem) fail('invalid_body', problem, { errors: [{ pointer: '#/webhook_url', detail: problem }] });
  return url;
}

export async function updateEndpoint(
  deps: EndpointDeps & Acting,
  id: string,
  { webhook_url, filters, events, description }: UpdateEndpointInput,
  accountId?: string,
): Promise<Endpoint> {
  // An operator has no account.
  const url = webhook_url === undefined ? undefined : await checkTargetUrl(webhook_url, deps, accountId ?? id);
  return changeAndAudit(deps, id, accountId, 'webhook.changed', async (trx, before, ownerId) => {
    const normalized = filters && (await readStoredFilters({ ...deps, db: trx }, ownerId, filters));
    await changeEndpoint(trx, id, { url, filters: normalized && JSON.stringify(normalized), events, description });
    const after = await getEndpoint(trx, id, accountId);
    return differences(before, after, ['webhook_url', 'filters', 'events', 'description'], { webhook_url: originOf });
  });
}

export async function pause(acting: Acting, id: string, accountId?: string): Promise<Endpoint> {
  return changeAndAudit(acting, id, accountId, 'webhook.paused', async (trx) =>
    (await pauseEndpoint(trx, id, 'owner', new Date())) ? { by: 'owner' } : undefined,
  );
}

/** Delivers the backlog, including failed deliveries, or skips it. */
export async function resume(
  acting: Acting,
  id: string,
  { backlog }: ResumeInput,
  accountId?: string,
  now = new Date(),
): Promise<Endpoint> {
  return changeAndAudit(acting, id, accountId, 'webhook.resumed', async (trx) => {
    await changeEndpoint(trx, id, { status: 'active', paused_by: null, paused_at: null });
    await releaseBacklog(trx, id, backlog === 'deliver', now);
    await notify(trx, 'hookline_deliveries');
    return { backlog };
  });
}

export async function rotateSecret(
  { encryption, ...acting }: EndpointDeps & Acting,
  id: string,
  accountId?: string,
): Promise<EndpointWithSecret> {
  const secret = newSecret();
  const endpoint = await changeAndAudit(acting, id, accountId, 'webhook.rotated', async (trx) => {
    const previousUntil = new Date(Date.now() + secretOverlapMs);
    await rotateEndpointSecret(trx, id, encryption.encrypt(secret), previousUntil);
    return { previous_secret_until: previousUntil.toISOString() };
  });
  return { ...endpoint, secret };
}

/** Deletes the endpoint with its deliveries and their log. */
export async function removeEndpoint({ db, actor }: Acting, id: string, accountId?: string): Promise<Endpoint> {
  return db.transaction().execute(async (trx) => {
    const { endpoint, ownerId } = await lockEndpointOrFail(trx, id, accountId);
    await deleteEndpoint(trx, id);
    const details = { webhook_url: originOf(endpoint.webhook_url) };
    await writeAudit(trx, actor, { action: 'webhook.deleted', subject: id, accountId: ownerId, details });
    await notify(trx, 'hookline_deliveries');
    return endpoint;
  });
}

/** Locks the endpoint until the transaction ends. `ownerId` is its account. */
export async function lockEndpointOrFail(
  trx: Trx,
  id: string,
  accountId?: string,
): Promise<{ endpoint: Endpoint; ownerId: string }> {
  const ownerId = (await lockEndpoint(trx, id, accountId)) ?? failUnknownEndpoint();
  return { endpoint: await getEndpoint(trx, id, accountId), ownerId };
}

/** Changes the endpoint and audits it. `change` returns the details, or undefined if nothing changed. */
async function changeAndAudit(
  { db, actor }: Acting,
  id: string,
  accountId: string | undefined,
  action: AuditAction,
  change: (trx: Trx, before: Endpoint, ownerId: string) => Promise<Details | undefined>,
): Promise<Endpoint> {
  return db.transaction().execute(async (trx) => {
    const { endpoint, ownerId } = await lockEndpointOrFail(trx, id, accountId);
    const details = await change(trx, endpoint, ownerId);
    if (details) await writeAudit(trx, actor, { action, subject: id, accountId: ownerId, details });
    return getEndpoint(trx, id, accountId);
  });
}
