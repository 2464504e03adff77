// Source requests: submit, approve, decline, and mail the first hooks. Each action is audited and mailed in its transaction.
import { type AccountMail, askText, excerptOf, failUnknown as failUnknownAccount } from '../../accounts/actions.ts';
import { alertOperator } from '../../accounts/key-request-actions.ts';
import { findAccount, lockAccount } from '../../accounts/store.ts';
import { type Audit, commit } from '../../audit/actions.ts';
import { bySystem, type Context } from '../../audit/actor.ts';
import { originOf } from '../../audit/audit.ts';
import { type Database, type Db, type Trx, takeCountedPage } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import { type InAccount, newId } from '../../lib/ids.ts';
import { newSource, type SourceContext } from '../sources/actions.ts';
import { findSource, findSourceAt } from '../sources/store.ts';
import {
  maxPending,
  type OperatorSourceRequest,
  type Outcome,
  outcomeEmail,
  type SourceRequest,
  type SubmitSourceRequestInput,
  sourceOf,
  sourceRequestSchema,
  submitSourceRequestInput,
} from './source-request.ts';
import {
  countSourceRequests,
  decideSourceRequest,
  insertSourceRequest,
  markCollected,
  type RequestFilter,
  selectSourceRequests,
} from './store.ts';

type Deciding = Context & { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };

export async function submitSourceRequest(
  ctx: Context & { mail: AccountMail },
  { accountId, ...input }: SubmitSourceRequestInput & InAccount,
): Promise<SourceRequest> {
  const { location, reason } = submitSourceRequestInput.parse(input);
  return commit(ctx, async (trx, audit) => {
    await lockAccount(trx, accountId);
    const account = (await findAccount(trx, accountId)) ?? failUnknownAccount(accountId);
    if ((await countSourceRequests(trx, { accountId, state: 'pending' })) >= maxPending)
      fail('conflict', `${maxPending} source requests of the account are pending. Wait for a decision.`);
    const id = newId('req');
    await insertSourceRequest(trx, { id, account_id: accountId, location, reason, created_at: new Date() });
    await audit({ action: 'source_request.submitted', subject: id, accountId, details: { name: originOf(location) } });
    await alertOperator(trx, ctx.mail, 'source_request', askText(account, excerptOf(location), reason));
    return sourceRequestSchema.parse(await find(trx, id));
  });
}

const ownListed = 50;

/** Newest first. */
export async function listOwnSourceRequests(db: Database, accountId: string): Promise<SourceRequest[]> {
  const rows = await selectSourceRequests(db, { accountId }, { limit: ownListed });
  return rows.map((row) => sourceRequestSchema.parse(row));
}

export async function listSourceRequests(
  db: Database,
  { limit = 50, after, ...filter }: Omit<RequestFilter, 'id'> & { limit?: number; after?: string },
) {
  const { rows, ...page } = await takeCountedPage(
    limit,
    (count) => selectSourceRequests(db, filter, { limit: count, after }),
    ({ request_id }) => request_id,
    countSourceRequests(db, filter),
  );
  return { source_requests: rows, ...page };
}

/** Creates a source for a location that a collector can read, unless one reads it already. A topic is only marked. */
export async function approveSourceRequest(
  ctx: SourceContext & Deciding,
  { id, message }: { id: string; message?: string | undefined },
): Promise<OperatorSourceRequest> {
  const { collects } = await find(ctx.db, id);
  const existing = collects === null ? undefined : await findSourceAt(ctx.db, collects);
  const create = collects === null || existing ? undefined : await newSource(ctx, await named(ctx.db, collects, id));
  const nameOf = async (trx: Trx, audit: Audit) => (existing ?? (await create?.(trx, audit)))?.name ?? null;
  return decide(ctx, { id, state: 'approved', answer: message }, nameOf);
}

/** An operator may have used the name for another source. */
async function named(db: Database, location: string, id: string) {
  const source = sourceOf(location);
  return (await findSource(db, source.name)) ? { ...source, name: `${source.name} ${id.slice(-6)}` } : source;
}

export function declineSourceRequest(
  ctx: Deciding,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<OperatorSourceRequest> {
  return decide(ctx, { id, state: 'declined', answer: reason });
}

async function decide(
  ctx: Deciding,
  { id, state, answer = null }: { id: string; state: 'approved' | 'declined'; answer?: string | null | undefined },
  nameOf: (trx: Trx, audit: Audit) => Promise<string | null> = async () => null,
): Promise<OperatorSourceRequest> {
  const change = async (trx: Trx, audit: Audit) => {
    const source = await nameOf(trx, audit);
    const isDecided = await decideSourceRequest(trx, id, { state, source, answer });
    const request = await find(trx, id);
    if (!isDecided) fail('conflict', `The request ${id} is already ${request.state}.`);
    const record = { subject: id, accountId: request.account.id };
    await audit({ ...record, action: `source_request.${state}`, details: source === null ? {} : { source } });
    // The email about a source is sent with its first hooks.
    if (source === null) await mailOutcome(trx, ctx, { ...request, state });
    return request;
  };
  return commit(ctx, change, 'sources');
}

/** Emails the customers whose approved source has its first hooks. */
export async function mailCollected(deps: Omit<Deciding, 'actor'>): Promise<void> {
  await commit(bySystem(deps.db), async (trx, audit) => {
    for (const id of await markCollected(trx)) {
      const request = await find(trx, id);
      await audit({ action: 'source_request.collected', subject: id, accountId: request.account.id });
      await mailOutcome(trx, deps, { ...request, state: 'collected' });
    }
  });
}

async function mailOutcome(
  trx: Trx,
  deps: Omit<Deciding, keyof Context>,
  request: Outcome & { account: { id: string } },
) {
  const account = await findAccount(trx, request.account.id);
  if (account) await deps.jobs.send(trx, 'mail', outcomeEmail(account, request, deps.publicUrl()));
}

async function find(db: Db, id: string): Promise<OperatorSourceRequest> {
  const [request] = await selectSourceRequests(db, { id }, { limit: 1 });
  return request ?? fail('not_found', `Source request ${id} does not exist.`);
}
