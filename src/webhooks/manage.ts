// What owners do with their webhook endpoints: create, look, change, pause, resume, rotate the secret, delete.
import { lockAccount } from '../accounts/store.ts';
import { readFilters } from '../catalog/filter-input.ts';
import type { Catalog } from '../catalog/live.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import { fail } from '../errors.ts';
import { newId } from '../ids.ts';
import { findTargetFault, type Resolve } from '../net/resolve.ts';
import type { Seal } from '../seal.ts';
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
  pauseEndpoint,
  rotateEndpointSecret,
  selectEndpoints,
} from './store.ts';
import { releaseBacklog } from './store-deliveries.ts';

export type ManageParts = {
  db: Database;
  catalog: () => Catalog;
  seal: Seal;
  allowPrivate: boolean;
  resolve?: Resolve;
};

const maxEndpoints = 5;
const overlapMs = 24 * 3_600_000;

export async function createEndpoint(
  parts: ManageParts,
  accountId: string,
  { webhook_url, filters = {}, description = null }: CreateEndpointInput,
): Promise<EndpointWithSecret> {
  const { db, catalog, seal } = parts;
  await checkTarget(webhook_url, parts);
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
      sealed_secret: seal.close(secret),
      created_at: now,
      updated_at: now,
    });
    return { ...endpoint, secret };
  });
}

async function checkTarget(text: string, { allowPrivate, resolve }: ManageParts): Promise<void> {
  const fault = await findTargetFault(text, { field: 'webhook_url', allowPrivate }, resolve);
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
  parts: ManageParts,
  id: string,
  { webhook_url, filters, description }: UpdateEndpointInput,
  accountId?: string,
): Promise<Endpoint> {
  const { db, catalog } = parts;
  if (webhook_url !== undefined) await checkTarget(webhook_url, parts);
  const checked = filters && JSON.stringify(readFilters(filters, catalog().snapshot));
  return changed(db, id, accountId, (trx) =>
    changeEndpoint(trx, id, { url: webhook_url, filters: checked, description }),
  );
}

export async function pause(db: Database, id: string, accountId?: string): Promise<Endpoint> {
  return changed(db, id, accountId, (trx) => pauseEndpoint(trx, id, 'owner', new Date()));
}

/** Delivers what was kept, the failed deliveries included, or skips it. */
export async function resume(
  db: Database,
  id: string,
  { backlog }: ResumeInput,
  accountId?: string,
  now = new Date(),
): Promise<Endpoint> {
  return changed(db, id, accountId, async (trx) => {
    await changeEndpoint(trx, id, { status: 'active', paused_by: null, paused_at: null });
    await releaseBacklog(trx, id, backlog === 'deliver', now);
    await notify(trx, 'hookline_deliveries');
  });
}

/** Deliveries are signed with both secrets for a day. */
export async function rotateSecret(
  { db, seal }: ManageParts,
  id: string,
  accountId?: string,
): Promise<EndpointWithSecret> {
  const secret = newSecret();
  const endpoint = await changed(db, id, accountId, (trx) =>
    rotateEndpointSecret(trx, id, seal.close(secret), new Date(Date.now() + overlapMs)),
  );
  return { ...endpoint, secret };
}

/** With its deliveries and their log. */
export async function removeEndpoint(db: Database, id: string, accountId?: string): Promise<Endpoint> {
  return db.transaction().execute(async (trx) => {
    const endpoint = await getEndpoint(trx, id, accountId);
    await deleteEndpoint(trx, id);
    return endpoint;
  });
}

async function changed(
  db: Database,
  id: string,
  accountId: string | undefined,
  change: (trx: Trx) => Promise<unknown>,
): Promise<Endpoint> {
  return db.transaction().execute(async (trx) => {
    await getEndpoint(trx, id, accountId);
    await change(trx);
    return getEndpoint(trx, id, accountId);
  });
}
