// What owners do with their webhook endpoints: create, look, change, pause, resume, rotate the secret, delete.
import { lockAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { type AuditAction, type Details, differences, originOf } from '../audit/audit.ts';
import { readFilters } from '../catalog/search/filter-input.ts';
import type { Catalog } from '../catalog/snapshot/live-catalog.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { findTargetUrlError, type Resolve } from '../net/resolve.ts';
import type {
  CreateEndpointInput,
  Endpoint,
  EndpointWithSecret,
  ResumeInput,
  UpdateEndpointInput,
} from './endpoint.ts';
import { newSecret } from './sign.ts';
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  pauseEndpoint,
  rotateEndpointSecret,
  selectEndpoints,
} from './store.ts';
import { releaseBacklog } from './store-deliveries.ts';

export type EndpointDeps = {
  db: Database;
  catalog: () => Catalog;
  encryption: Encryption;
  allowPrivate: boolean;
  resolve?: Resolve;
};

const maxEndpoints = 5;
const overlapMs = 24 * 3_600_000;

export async function createEndpoint(
  deps: EndpointDeps & Acting,
  accountId: string,
  { webhook_url, filters = {}, description = null }: CreateEndpointInput,
): Promise<EndpointWithSecret> {
  const { db, actor, catalog, encryption } = deps;
  await checkTarget(webhook_url, deps);
  const checked = readFilters(filters, catalog().snapshot);
  const secret = newSecret();
  return db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, accountId))) fail('not_found', `There is no account ${accountId.slice(0, 40)}.`);
    if ((await countEndpoints(trx, accountId)) >= maxEndpoints)
      fail('conflict', `An account has ${maxEndpoints} webhooks at most. Delete one, or widen the filters of another.`);
    const now = new Date();
    const endpoint = await insertEndpoint(trx, {
      id: newId('wh'),
      account_id: accountId,
      url: webhook_url,
      description,
      filters: JSON.stringify(checked),
      status: 'active',
      sealed_secret: encryption.encrypt(secret),
      created_at: now,
      updated_at: now,
    });
    const details = { webhook_url: originOf(webhook_url), filters: checked };
    await writeAudit(trx, actor, { action: 'webhook.created', subject: endpoint.webhook_id, accountId, details });
    return { ...endpoint, secret };
  });
}

async function checkTarget(text: string, { allowPrivate, resolve }: EndpointDeps): Promise<void> {
  const fault = await findTargetUrlError(text, { field: 'webhook_url', allowPrivate }, resolve);
  if (fault) fail('invalid_body', fault, { errors: [{ pointer: '#/webhook_url', detail: fault }] });
}

/** Endpoints of other accounts are not there; an operator, who names no account, sees all. */
export async function getEndpoint(db: Database | Trx, id: string, accountId?: string): Promise<Endpoint> {
  return (
    (await findEndpoint(db, id, accountId)) ?? fail('not_found', 'There is no such webhook. GET /webhooks lists yours.')
  );
}

/** Of all accounts where none is given, with the account of each. */
export async function listEndpoints(db: Database, accountId?: string): Promise<(Endpoint & { account_id: string })[]> {
  return selectEndpoints(db, { accountId });
}

export async function updateEndpoint(
  deps: EndpointDeps & Acting,
  id: string,
  { webhook_url, filters, description }: UpdateEndpointInput,
  accountId?: string,
): Promise<Endpoint> {
  const { catalog } = deps;
  if (webhook_url !== undefined) await checkTarget(webhook_url, deps);
  const checked = filters && JSON.stringify(readFilters(filters, catalog().snapshot));
  return changed(deps, id, accountId, 'webhook.changed', async (trx, before) => {
    await changeEndpoint(trx, id, { url: webhook_url, filters: checked, description });
    const after = await getEndpoint(trx, id, accountId);
    return differences(before, after, ['webhook_url', 'filters', 'description'], { webhook_url: originOf });
  });
}

export async function pause(acting: Acting, id: string, accountId?: string): Promise<Endpoint> {
  return changed(acting, id, accountId, 'webhook.paused', async (trx) =>
    (await pauseEndpoint(trx, id, 'owner', new Date())) ? { by: 'owner' } : undefined,
  );
}

/** Delivers what was kept, the failed deliveries included, or skips it. */
export async function resume(
  acting: Acting,
  id: string,
  { backlog }: ResumeInput,
  accountId?: string,
  now = new Date(),
): Promise<Endpoint> {
  return changed(acting, id, accountId, 'webhook.resumed', async (trx) => {
    await changeEndpoint(trx, id, { status: 'active', paused_by: null, paused_at: null });
    await releaseBacklog(trx, id, backlog === 'deliver', now);
    await notify(trx, 'hookline_deliveries');
    return { backlog };
  });
}

/** Deliveries are signed with both secrets for a day. */
export async function rotateSecret(
  { encryption, ...acting }: EndpointDeps & Acting,
  id: string,
  accountId?: string,
): Promise<EndpointWithSecret> {
  const secret = newSecret();
  const endpoint = await changed(acting, id, accountId, 'webhook.rotated', async (trx) => {
    const previousUntil = new Date(Date.now() + overlapMs);
    await rotateEndpointSecret(trx, id, encryption.encrypt(secret), previousUntil);
    return { previous_secret_until: previousUntil.toISOString() };
  });
  return { ...endpoint, secret };
}

/** With its deliveries and their log. */
export async function removeEndpoint({ db, actor }: Acting, id: string, accountId?: string): Promise<Endpoint> {
  return db.transaction().execute(async (trx) => {
    const { endpoint, owner } = await holdEndpoint(trx, id, accountId);
    await deleteEndpoint(trx, id);
    const details = { webhook_url: originOf(endpoint.webhook_url) };
    await writeAudit(trx, actor, { action: 'webhook.deleted', subject: id, accountId: owner, details });
    return endpoint;
  });
}

/** The endpoint as it stays until the transaction ends, and whose it is. */
export async function holdEndpoint(
  trx: Trx,
  id: string,
  accountId?: string,
): Promise<{ endpoint: Endpoint; owner: string | undefined }> {
  const owner = await lockEndpoint(trx, id, accountId);
  return { endpoint: await getEndpoint(trx, id, accountId), owner };
}

/** Changes the endpoint and records it. `change` tells the details; undefined where nothing was to be changed. */
async function changed(
  { db, actor }: Acting,
  id: string,
  accountId: string | undefined,
  action: AuditAction,
  change: (trx: Trx, before: Endpoint) => Promise<Details | undefined>,
): Promise<Endpoint> {
  return db.transaction().execute(async (trx) => {
    const { endpoint, owner } = await holdEndpoint(trx, id, accountId);
    const details = await change(trx, endpoint);
    if (details) await writeAudit(trx, actor, { action, subject: id, accountId: owner, details });
    return getEndpoint(trx, id, accountId);
  });
}
