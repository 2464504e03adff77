// Changes accounts: create and update. Each change is audited, mailed and announced in its transaction.
import type { z } from 'zod';
import { type Audit, commit } from '../audit/actions.ts';
import type { Actor, Context } from '../audit/actor.ts';
import { notify as notifyProcesses, type Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { composeMail, type MailMessage, type MailPart } from '../mail/message.ts';
import { addOperatorAlert } from '../operator-alerts/actions.ts';
import { type Account, createAccountInput, limitsText, type OperatorAccount, updateAccountInput } from './account.ts';
import type { KeyRequest } from './key-request.ts';
import { plans } from './plan.ts';
import { failIfReserved, type MailConfig, noMail } from './reserved-email.ts';
import { changeAccount, findAccountByEmail, findOperatorAccount, insertAccount, lockAccount } from './store.ts';
import { approveOwnRequests } from './store-key-requests.ts';

/** Dependencies of emails about accounts and key requests. */
export type AccountMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string; config: AccountMailConfig };
export type AccountMailConfig = MailConfig & { operatorEmail?: string };

/** Implemented by auth/sign-in.ts, which imports accounts. Returns the outcome for the owner with the former email. */
export type MoveSignIn = (
  trx: Trx,
  audit: Audit,
  change: { accountId: string; from: string; to: string },
) => Promise<FormerOwner>;

export async function createAccount(
  ctx: Context & { mail?: AccountMail },
  input: z.input<typeof createAccountInput>,
): Promise<OperatorAccount> {
  const { name, email, plan, limits, message, notify } = createAccountInput.parse(input);
  const { mail } = ctx;
  // A new account has no keys yet, so none are reloaded.
  return commit(ctx, async (trx, audit) => {
    await failIfReserved(trx, email, mail?.config ?? noMail);
    const account = await insertAccount(trx, {
      id: newId('acc'),
      name,
      email,
      plan,
      day_limit: limits?.per_day ?? null,
      month_limit: limits?.per_month ?? null,
    });
    if (!account) fail('conflict', takenText(email, await findAccountByEmail(trx, email)));
    const details = { name: account.name, plan, limits: account.limits };
    await audit({ action: 'account.created', subject: account.id, accountId: account.id, details });
    if (mail && notify)
      await mail.jobs.send(trx, 'mail', createdEmail({ account, message, publicUrl: mail.publicUrl() }));
    return account;
  });
}

type UpdateContext = Context & { mail?: AccountMail; signIn?: { move: MoveSignIn } };
type Change = { id: string } & Omit<z.output<typeof updateAccountInput>, 'notify'> & { notify?: boolean };

/** With `mail`, the holder is notified of a new plan, new limits and a suspension, and the operator of a new plan. */
export async function updateAccount(
  ctx: UpdateContext,
  { id, ...input }: z.input<typeof updateAccountInput> & { id: string },
): Promise<OperatorAccount> {
  const change = updateAccountInput.parse(input);
  return commit(ctx, (trx, audit) => applyChange({ ...ctx, db: trx, audit }, { id, ...change }), { keys: id });
}

/** Applies a change, and approves the pending requests that it fulfils. */
export async function applyChange(
  { db: trx, audit, actor, mail, signIn }: UpdateContext & { db: Trx; audit: Audit },
  { id, name, email, note, plan, limits, suspended, message, notify = true }: Change,
): Promise<OperatorAccount> {
  await lockAccount(trx, id);
  const before = (await findOperatorAccount(trx, id)) ?? failUnknown(id);
  if (before.deletion) fail('conflict', `Account ${id} is deleted. Restore it first.`);
  if (email !== undefined) await failIfTaken(trx, email, { id, config: mail?.config ?? noMail });
  const limitChange = { day_limit: limits?.per_day, month_limit: limits?.per_month };
  const account = (await changeAccount(trx, id, { name, email, note, plan, ...limitChange }, suspended)) ?? before;
  const record = { subject: id, accountId: id };
  const fields = ['name', 'email', 'plan', 'limits', 'suspended'] as const;
  const isChanged = await audit({ ...record, action: 'account.changed', before, after: account, fields });
  // The holder can read the audit log, so it does not contain the note, which is private to operators.
  if (before.note !== account.note) await audit({ ...record, action: 'account.noted' });
  const hasNewEmail = before.email !== account.email;
  const formerOwner = hasNewEmail
    ? await signIn?.move(trx, audit, { accountId: id, from: before.email, to: account.email })
    : undefined;
  await grantRequests(trx, audit, before, account);
  if (mail && isChanged)
    await mailChanges(trx, mail, { before, account, actor, message, formerOwner, notifiesHolder: notify });
  await notifyProcesses(trx, 'hookline_accounts', id);
  return account;
}

async function failIfTaken(trx: Trx, email: string, { id, config }: { id: string; config: MailConfig }): Promise<void> {
  const holder = await findAccountByEmail(trx, email);
  if (holder?.id === id) return;
  await failIfReserved(trx, email, config);
  if (holder) fail('conflict', takenText(email, holder));
}

function takenText(email: string, holder: OperatorAccount | undefined): string {
  if (!holder?.deletion) return `An account with the email ${email} already exists.`;
  return `A deleted account has the email ${email} until it is erased. Restore ${holder.id}, or erase it now.`;
}

async function grantRequests(trx: Trx, audit: Audit, before: OperatorAccount, account: OperatorAccount): Promise<void> {
  const { id: accountId, plan } = account;
  const granted = [
    ...(before.plan === plan ? [] : await approveOwnRequests(trx, { accountId, kind: 'plan', plan })),
    ...(before.suspended && !account.suspended
      ? await approveOwnRequests(trx, { accountId, kind: 'reactivation' })
      : []),
  ];
  for (const subject of granted) await audit({ action: 'key_request.approved', subject, accountId, details: { plan } });
}

type Mailed = {
  before: OperatorAccount;
  account: OperatorAccount;
  actor: Actor;
  message: string | undefined;
  formerOwner: FormerOwner | undefined;
  notifiesHolder: boolean;
};

async function mailChanges(
  trx: Trx,
  { jobs, publicUrl, config }: AccountMail,
  { before, account, actor, message, formerOwner = 'kept', notifiesHolder }: Mailed,
): Promise<void> {
  const told = { account, message, publicUrl: publicUrl() };
  const hasNewPlan = before.plan !== account.plan;
  const hasNewLimits = JSON.stringify(before.limits) !== JSON.stringify(account.limits);
  if (notifiesHolder && (hasNewPlan || hasNewLimits)) await jobs.send(trx, 'mail', changedPlanEmail(before, told));
  if (notifiesHolder && before.suspended !== account.suspended) await jobs.send(trx, 'mail', suspensionEmail(told));
  if (before.email.toLowerCase() !== account.email.toLowerCase())
    for (const email of emailChangedEmails(before, told, formerOwner)) await jobs.send(trx, 'mail', email);
  const { operatorEmail } = config;
  if (!hasNewPlan || actor.operatorEmail === operatorEmail) return;
  const text = planChangeText(before, account, actor);
  const url = `${publicUrl()}/console/accounts/${account.id}`;
  await addOperatorAlert(trx, { jobs, operatorEmail }, { kind: 'plan_change', text, url });
}

export function failUnknown(id: string): never {
  fail('not_found', `Account ${id} does not exist.`);
}

// Emails to the holder of an account that an operator created or changed: its plan or limits, its suspension, its email.

/** `message` is from the operator. */
type Told = { account: Account; message: string | undefined; publicUrl: string };

/** Contains no sign-in link, since nobody requested this email and others may read it. */
function createdEmail({ account, message, publicUrl }: Told): MailMessage {
  return composeMail({
    to: account.email,
    subject: 'Your Hookline account is ready',
    name: account.name,
    parts: [
      'The operator of the service created an account for you. Sign in with this email address, then create an API key:',
      { button: 'Sign in', url: `${publicUrl}/sign-in` },
      {
        facts: [
          ['Plan', plans[account.plan].title],
          ['Calls', limitsText(account)],
        ],
      },
      ...quoted(message),
      { links: [{ label: 'Docs', url: `${publicUrl}/docs` }] },
      { note: 'If you did not expect this, ignore this email.' },
    ],
  });
}

function changedPlanEmail(before: Account, { account, message, publicUrl }: Told): MailMessage {
  const { title } = plans[account.plan];
  const hasNewPlan = before.plan !== account.plan;
  return composeMail({
    to: account.email,
    subject: hasNewPlan ? `Your Hookline plan is now ${title}` : 'Your Hookline limits have changed',
    name: account.name,
    parts: [
      hasNewPlan
        ? `Your account was changed from ${plans[before.plan].title} to ${title}. It applies now, and your keys keep working.`
        : 'The limits of your account were changed. They apply now, and your keys keep working.',
      {
        facts: [
          ['Plan', title],
          ['Calls', limitsText(account)],
          ['Before', limitsText(before)],
        ],
      },
      ...quoted(message),
      { button: 'See your plan', url: `${publicUrl}/dashboard/plan` },
    ],
  });
}

function suspensionEmail({ account, message, publicUrl }: Told): MailMessage {
  const { email: to, name, suspended } = account;
  if (!suspended)
    return composeMail({
      to,
      subject: 'Your Hookline account is active again',
      name,
      parts: [
        'Your account is no longer suspended, and your keys work again.',
        ...quoted(message),
        { button: 'Open dashboard', url: `${publicUrl}/dashboard` },
      ],
    });
  return composeMail({
    to,
    subject: 'Your Hookline account is suspended',
    name,
    parts: [
      'Your account was suspended. Requests with its keys fail with 403 account_suspended, and webhooks receive no events until it is active again. No data was deleted.',
      ...quoted(message),
      'If you think that this is a mistake, request its reactivation:',
      { button: 'Request reactivation', url: `${publicUrl}/dashboard/plan?ask=reopen` },
    ],
  });
}

/** Outcome of a new account email for the owner with the former one: gets the new email, loses the account, or stays an owner. */
type FormerOwner = 'moved' | 'replaced' | 'kept';

const formerOwnerTexts: Readonly<Record<FormerOwner, string>> = {
  moved: 'Its sessions have ended, except the one that confirmed the change, and your passkeys were removed. ',
  replaced: 'You are no longer a member of the account. ',
  kept: '',
};

/** Both mailboxes are mailed, so that an unwanted change is noticed at the former one. */
function emailChangedEmails(before: Account, { account, publicUrl }: Told, formerOwner: FormerOwner): MailMessage[] {
  const { name } = account;
  const [local = '', domain = ''] = account.email.split('@');
  return [
    composeMail({
      to: before.email,
      subject: 'The email of your Hookline account was changed',
      name,
      parts: [
        `The email of your account was changed to ${local.slice(0, 1)}…@${domain}. ${formerOwnerTexts[formerOwner]}API keys keep working.`,
        'If you did not request this, contact the operator of the service.',
      ],
    }),
    composeMail({
      to: account.email,
      subject: 'This is now the email of a Hookline account',
      name,
      parts: [
        'The email of your account was changed to this one. Sign in with it:',
        { button: 'Sign in', url: `${publicUrl}/sign-in` },
        { note: 'If you did not expect this, ignore this email.' },
      ],
    }),
  ];
}

export function quoted(message: string | undefined): MailPart[] {
  return message === undefined ? [] : [{ quote: message }];
}

// Operator alerts about key requests and plan changes, one line each.

const maxUseCaseLength = 300;

/** Isolates untrusted text, so that right-to-left text can neither reorder the line nor end the isolate. */
const isolated = (text: string) => `\u2068${text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')}\u2069`;

/** `account` has the email of the request, which another person may have typed. */
export function requestText(request: KeyRequest, account: Account | undefined): string {
  const { name, email, plan, expected_calls_per_month: calls, use_case } = request;
  const wanted = plan ? plans[plan].title : 'no plan specified';
  const who = account
    ? `Someone with the email of ${isolated(account.name)} (${email}, ${plans[account.plan].title})`
    : `${isolated(name)} (${email})`;
  return `${who} requests: ${[wanted, ...volumeOf(calls)].join(', ')}. ${excerptOf(use_case)}`;
}

/** Text of a request that the signed-in holder of the account sent. */
export function ownRequestText(request: KeyRequest, account: Account): string {
  const { kind, plan, expected_calls_per_month: calls, use_case } = request;
  const wanted = kind === 'plan' && plan ? [`the ${plans[plan].title} plan`, ...volumeOf(calls)] : ['its reactivation'];
  return askText(account, wanted.join(', '), use_case);
}

export function askText({ name, email, plan }: Account, wanted: string, reason: string): string {
  const who = `${isolated(name)} (${email}, ${plans[plan].title})`;
  return `${who} requests: ${wanted}.${reason ? ` ${excerptOf(reason)}` : ''}`;
}

function volumeOf(calls: number | null): string[] {
  return calls === null ? [] : [`${calls.toLocaleString('en-US')} ${calls === 1 ? 'call' : 'calls'} a month`];
}

export function excerptOf(text: string): string {
  return isolated(text.length > maxUseCaseLength ? `${text.slice(0, maxUseCaseLength)}…` : text);
}

function planChangeText(before: Account, account: Account, { operatorEmail }: Actor): string {
  const by = operatorEmail ? ` by ${operatorEmail}` : '';
  return `${isolated(account.name)} (${account.email}): ${plans[before.plan].title} to ${plans[account.plan].title}${by}`;
}
