// Source requests: submit, approve, decline, and mail what was collected. Each is audited and mailed in its transaction.
import { type AccountMail, askText, excerptOf, failUnknown as failUnknownAccount } from '../../accounts/actions.ts';
import { alertOperator } from '../../accounts/request-actions.ts';
import { findAccount, lockAccount } from '../../accounts/store.ts';
import { commit } from '../../audit/actions.ts';
import { bySystem, type Context } from '../../audit/actor.ts';
import { originOf } from '../../audit/audit.ts';
import { type Database, type Db, type Trx, takeCountedPage } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import { type InAccount, newId } from '../../lib/ids.ts';
import { newSource, type SourceContext } from '../sources/actions.ts';
import { findSource, findSourceAt } from '../sources/store.ts';
import {
  collectedLocation,
  maxPending,
  type OperatorSourceRequest,
  operatorSourceRequestSchema,
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
  type RequestRow,
  selectSourceRequests,
} from './store.ts';

type MailDeps = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };

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
    const row = { id, account_id: accountId, location, reason, state: 'pending' as const, created_at: new Date() };
    await insertSourceRequest(trx, row);
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
  const { rows, next, total } = await takeCountedPage(
    limit,
    (count) => selectSourceRequests(db, filter, { limit: count, after }),
    ({ request_id }) => request_id,
    countSourceRequests(db, filter),
  );
  return { source_requests: rows.map(shown), total, next };
}

const shown = (row: RequestRow): OperatorSourceRequest => operatorSourceRequestSchema.parse(row);

/** Creates a source for what a collector can read, unless one reads it already. A topic is only marked. */
export async function approveSourceRequest(
  ctx: SourceContext & MailDeps,
  { id, message }: { id: string; message?: string | undefined },
): Promise<OperatorSourceRequest> {
  const { location } = await find(ctx.db, id);
  const collected = collectedLocation(location);
  const existing = collected === null ? undefined : await findSourceAt(ctx.db, collected);
  const create = collected === null || existing ? undefined : await newSource(ctx, await named(ctx.db, collected, id));
  const state = 'approved';
  return decide(ctx, id, async (trx, audit) => {
    const source = existing?.name ?? (await create?.(trx, audit))?.name ?? null;
    return { state, source, answer: message ?? null };
  });
}

/** An operator may have given the name to another source. */
async function named(db: Database, location: string, id: string) {
  const source = sourceOf(location);
  return (await findSource(db, source.name)) ? { ...source, name: `${source.name} ${id.slice(-6)}` } : source;
}

export function declineSourceRequest(
  ctx: Context & MailDeps,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<OperatorSourceRequest> {
  return decide(ctx, id, async () => ({ state: 'declined', source: null, answer: reason ?? null }));
}

type Change = Parameters<typeof commit>[1];
type Decision = Pick<RequestRow, 'source' | 'answer'> & { state: 'approved' | 'declined' };

async function decide(
  ctx: Context & MailDeps,
  id: string,
  prepare: (...args: Parameters<Change>) => Promise<Decision>,
): Promise<OperatorSourceRequest> {
  return commit(
    ctx,
    async (trx, audit) => {
      const decision = await prepare(trx, audit);
      const isDecided = await decideSourceRequest(trx, id, decision);
      const request = await find(trx, id);
      if (!isDecided) fail('conflict', `The request ${id} is already ${request.state}.`);
      const { state, source } = decision;
      const record = { subject: id, accountId: request.account.id };
      await audit({ ...record, action: `source_request.${state}`, details: source === null ? {} : { source } });
      // That of a source follows with its first hooks.
      if (source === null) await mailOutcome(trx, ctx, request);
      return shown(request);
    },
    'sources',
  );
}

/** Of approved requests whose source has its first hooks. */
export async function mailCollected(deps: MailDeps & { db: Database }): Promise<void> {
  await commit(bySystem(deps.db), async (trx, audit) => {
    for (const id of await markCollected(trx)) {
      const request = await find(trx, id);
      await audit({ action: 'source_request.collected', subject: id, accountId: request.account.id });
      await mailOutcome(trx, deps, request);
    }
  });
}

async function mailOutcome(trx: Trx, { jobs, publicUrl }: MailDeps, request: RequestRow): Promise<void> {
  const { account, email } = request;
  await jobs.send(trx, 'mail', outcomeEmail({ name: account.name, email }, request, publicUrl()));
}

async function find(db: Db, id: string): Promise<RequestRow> {
  const [request] = await selectSourceRequests(db, { id }, { limit: 1 });
  return request ?? fail('not_found', `Source request ${id} does not exist.`);
}
