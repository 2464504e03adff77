// Changes accounts: create and update. Each change is audited, mailed and announced in its transaction.
import type { z } from 'zod';
import { addAlert } from '../alerts/actions.ts';
import { writeAudit } from '../audit/actions.ts';
import { type Acting, type Actor, commit } from '../audit/actor.ts';
import { differences } from '../audit/audit.ts';
import { notify as notifyProcesses, type Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { createAccountInput, type OperatorAccount, updateAccountInput } from './account.ts';
import {
  changedPlanEmail,
  createdEmail,
  emailChangedEmails,
  type FormerOwner,
  suspensionEmail,
} from './account-emails.ts';
import { planChangeText } from './alerts.ts';
import { failIfReserved, type MailConfig, noMail } from './reserved-email.ts';
import { changeAccount, findAccountByEmail, findOperatorAccount, insertAccount, lockAccount } from './store.ts';
import { approveOwnRequests } from './store-requests.ts';

/** What emails about accounts and requests need. */
export type AccountMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string; config: AccountMailConfig };
export type AccountMailConfig = MailConfig & { operatorEmail?: string };

/** Implemented by auth/move-sign-in.ts, which imports accounts. Returns what became of the owner with the former email. */
export type MoveSignIn = (
  trx: Trx,
  actor: Actor,
  accountId: string,
  email: { from: string; to: string },
) => Promise<FormerOwner>;

export async function createAccount(
  { db, actor, mail }: Acting & { mail?: AccountMail },
  input: z.input<typeof createAccountInput>,
): Promise<OperatorAccount> {
  const { name, email, plan, limits, message, notify } = createAccountInput.parse(input);
  // It has no keys yet, so there is nothing to load.
  return db.transaction().execute(async (trx) => {
    await failIfReserved(trx, email, mail?.config ?? noMail);
    const account = await insertAccount(trx, {
      id: newId('acc'),
      name,
      email,
      plan,
      day_limit: limits?.per_day ?? null,
      month_limit: limits?.per_month ?? null,
    });
    if (!account) fail('conflict', await takenText(trx, email));
    const details = { plan, limits: account.limits };
    await writeAudit(trx, actor, { action: 'account.created', subject: account.id, accountId: account.id, details });
    if (mail && notify)
      await mail.jobs.send(trx, 'mail', createdEmail({ account, message, publicUrl: mail.publicUrl() }));
    return account;
  });
}

type UpdateDeps = Acting & { mail?: AccountMail; signIn?: { move: MoveSignIn } };
type Change = Omit<z.output<typeof updateAccountInput>, 'notify'> & { notify?: boolean };

/** With `mail` the holder is told of a new plan, new limits and a suspension, and the operator of a new plan. */
export async function updateAccount(
  { db, refresh, ...deps }: UpdateDeps,
  id: string,
  input: z.input<typeof updateAccountInput>,
): Promise<OperatorAccount> {
  const change = updateAccountInput.parse(input);
  return commit({ db, refresh }, { keys: id }, (trx) => applyChange(trx, deps, id, change));
}

/** Also grants the pending requests of the holder that the change fulfils. */
export async function applyChange(
  trx: Trx,
  { actor, mail, signIn }: Pick<UpdateDeps, 'actor' | 'mail' | 'signIn'>,
  id: string,
  { name, email, note, plan, limits, suspended, message, notify = true }: Change,
): Promise<OperatorAccount> {
  await lockAccount(trx, id);
  const before = (await findOperatorAccount(trx, id)) ?? failUnknown(id);
  if (before.deletion) fail('conflict', `Account ${id} is deleted. Restore it first.`);
  if (email !== undefined) await failIfTaken(trx, email, { id, config: mail?.config ?? noMail });
  const limitChange = { day_limit: limits?.per_day, month_limit: limits?.per_month };
  const account = (await changeAccount(trx, id, { name, email, note, plan, ...limitChange }, suspended)) ?? before;
  const details = differences(before, account, ['name', 'email', 'plan', 'limits', 'suspended']);
  const record = { subject: id, accountId: id };
  if (details) await writeAudit(trx, actor, { ...record, action: 'account.changed', details });
  // The note itself is private to operators, so it is not in the log, which the holder can read.
  if (before.note !== account.note) await writeAudit(trx, actor, { ...record, action: 'account.noted' });
  const hasNewEmail = before.email !== account.email;
  const formerOwner = hasNewEmail
    ? await signIn?.move(trx, actor, id, { from: before.email, to: account.email })
    : undefined;
  await grantRequests(trx, actor, before, account);
  if (mail && details)
    await mailChanges(trx, mail, { before, account, actor, message, formerOwner, isHolderTold: notify });
  await notifyProcesses(trx, 'hookline_accounts', id);
  return account;
}

async function failIfTaken(trx: Trx, email: string, { id, config }: { id: string; config: MailConfig }): Promise<void> {
  const holder = await findAccountByEmail(trx, email);
  if (holder?.id === id) return;
  await failIfReserved(trx, email, config);
  if (holder) fail('conflict', await takenText(trx, email));
}

async function takenText(trx: Trx, email: string): Promise<string> {
  const holder = await findAccountByEmail(trx, email);
  if (!holder?.deletion) return `An account with the email ${email} already exists.`;
  return `A deleted account has the email ${email} until it is erased. Restore ${holder.id}, or erase it now.`;
}

async function grantRequests(trx: Trx, actor: Actor, before: OperatorAccount, account: OperatorAccount): Promise<void> {
  const { id: accountId, plan } = account;
  const granted = [
    ...(before.plan === plan ? [] : await approveOwnRequests(trx, { accountId, kind: 'plan', plan })),
    ...(before.suspended && !account.suspended
      ? await approveOwnRequests(trx, { accountId, kind: 'reactivation' })
      : []),
  ];
  for (const subject of granted)
    await writeAudit(trx, actor, { action: 'key_request.approved', subject, accountId, details: { plan } });
}

type Mailed = {
  before: OperatorAccount;
  account: OperatorAccount;
  actor: Actor;
  message: string | undefined;
  formerOwner: FormerOwner | undefined;
  isHolderTold: boolean;
};

async function mailChanges(
  trx: Trx,
  { jobs, publicUrl, config }: AccountMail,
  { before, account, actor, message, formerOwner = 'kept', isHolderTold }: Mailed,
): Promise<void> {
  const told = { account, message, publicUrl: publicUrl() };
  const hasNewPlan = before.plan !== account.plan;
  const hasNewLimits = JSON.stringify(before.limits) !== JSON.stringify(account.limits);
  if (isHolderTold && (hasNewPlan || hasNewLimits)) await jobs.send(trx, 'mail', changedPlanEmail(before, told));
  if (isHolderTold && before.suspended !== account.suspended) await jobs.send(trx, 'mail', suspensionEmail(told));
  if (before.email.toLowerCase() !== account.email.toLowerCase())
    for (const email of emailChangedEmails(before, told, formerOwner)) await jobs.send(trx, 'mail', email);
  const { operatorEmail } = config;
  if (!hasNewPlan || actor.operatorEmail === operatorEmail) return;
  const text = planChangeText(before, account, actor);
  const url = `${publicUrl()}/console/accounts/${account.id}`;
  await addAlert(trx, { jobs, operatorEmail }, { kind: 'plan_change', text, url });
}

export function failUnknown(id: string): never {
  fail('not_found', `Account ${id} does not exist.`);
}
