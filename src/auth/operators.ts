// Named operators: added, changed and removed by their email. They sign in by links to their mailbox.
import { z } from 'zod';
import { accountBriefSchema, emailAddress } from '../accounts/account.ts';
import { findAccount, findAccountByEmail } from '../accounts/store.ts';
import { commit } from '../audit/actions.ts';
import { bySystem, type Context } from '../audit/actor.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail, HooklineError } from '../lib/errors.ts';
import { hourMs } from '../lib/time.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import type { Observe } from '../telemetry/events.ts';
import { operatorRoles, rolePermissions } from './role.ts';
import { failIfStale, type Session } from './sessions.ts';
import {
  deleteUser,
  deleteUserWithoutAccount,
  insertOperator,
  lockOperators,
  type OperatorRow,
  selectOperators,
  setView,
  updateOperatorRole,
} from './store.ts';

const role = z.enum(operatorRoles, { error: `role is one of ${operatorRoles.join(', ')}.` });

export const operatorSchema = z
  .object({
    id: z.string().meta({ example: 'usr_8fK2mZ0qLx71TbRe' }),
    email: z.string(),
    role,
    added_at: z.iso.datetime(),
  })
  .meta({ id: 'Operator', description: 'An operator of the service' });
export type Operator = z.infer<typeof operatorSchema>;

export const setOperatorInput = z.strictObject({ email: emailAddress, role });

/** Adds the owner that HOOKLINE_OPERATOR_EMAIL names. If a customer has the mailbox, the service starts without this owner. */
export async function ensureOwner(db: Database, email: string, observe: Observe): Promise<void> {
  try {
    await setOperator(bySystem(db), { email, role: 'owner' });
  } catch (error) {
    if (!(error instanceof HooklineError)) throw error;
    const named = new ConfigError(`HOOKLINE_OPERATOR_EMAIL: ${error.message}`);
    if (error.code !== 'conflict') throw named;
    observe({ kind: 'owner_not_added', error: named });
  }
}

type OperatorMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };
type OperatorContext = Context & { config: Pick<Config, 'operatorEmail'> };

export async function listOperators(db: Database): Promise<Operator[]> {
  return (await selectOperators(db)).map(toOperator);
}

/**
 * Adds an operator, who gets an email about how to sign in, or changes an operator's role, which applies from the next request. The session
 * must be fresh, since a stolen one must not prolong itself by adding an operator.
 */
export async function setOperator(
  ctx: Context & { mail?: OperatorMail; session?: Session | null },
  input: z.input<typeof setOperatorInput>,
): Promise<Operator> {
  const { email: given, role } = setOperatorInput.parse(input);
  const email = given.toLowerCase();
  // Mail to `.invalid` arrives nowhere, and the operator of `hookline admin sign-in` has such an email.
  if (email.endsWith('.invalid')) fail('invalid_body', `${email} cannot receive sign-in links. Use a mailbox.`);
  if (ctx.session) failIfStale(ctx.session, 'add the operator');
  const { mail } = ctx;
  return commit(ctx, async (trx, audit) => {
    if (await findAccountByEmail(trx, email)) failHasAccount(email);
    await deleteUserWithoutAccount(trx, email);
    const added = await insertOperator(trx, email, role);
    if (added) {
      await audit({ action: 'operator.added', subject: added.id, details: { email, role } });
      if (mail) await mail.jobs.send(trx, 'mail', addedEmail({ email, role }, mail.publicUrl()));
      return toOperator(added);
    }
    const operators = await lockOperators(trx);
    const old = operators.find((operator) => operator.email === email) ?? failHasAccount(email);
    if (old.role === role) return toOperator(old);
    failIfLastOwner(operators, old);
    await updateOperatorRole(trx, old.id, role);
    const details = { email, role: { from: old.role, to: role } };
    await audit({ action: 'operator.changed', subject: old.id, details });
    return toOperator({ ...old, role });
  });
}

/** The email has no sign-in link: nobody requested it, and others may read it. */
function addedEmail({ email, role }: Pick<Operator, 'email' | 'role'>, publicUrl: string): MailMessage {
  return composeMail({
    to: email,
    subject: 'You are now an operator of Hookline',
    parts: [
      `You were made an operator of the service, with the role ${role}. Sign in with this email address:`,
      { button: 'Sign in', url: `${publicUrl}/sign-in?next=/console` },
      { note: 'If you did not expect this, ignore this email.' },
    ],
  });
}

function failHasAccount(email: string): never {
  fail('conflict', `An account has the email ${email}. Use another email for the operator.`);
}

/** Removes an operator and ends their sessions. */
export async function removeOperator(ctx: OperatorContext, { id }: { id: string }): Promise<Operator> {
  return commit(ctx, async (trx, audit) => {
    const operators = await lockOperators(trx);
    const operator = operators.find((one) => one.id === id) ?? fail('not_found', `There is no operator ${id}.`);
    const { email, role } = operator;
    if (email === ctx.config.operatorEmail)
      fail(
        'conflict',
        `HOOKLINE_OPERATOR_EMAIL is ${email}, which is added at each start. Change it and restart first.`,
      );
    failIfLastOwner(operators, operator);
    await deleteUser(trx, id);
    await audit({ action: 'operator.removed', subject: id, details: { email, role } });
    return toOperator(operator);
  });
}

function failIfLastOwner(operators: readonly OperatorRow[], { id, role, email }: OperatorRow): void {
  if (role !== 'owner' || operators.some((other) => other.role === 'owner' && other.id !== id)) return;
  fail('conflict', `${email} is the last owner. Make another operator an owner first.`);
}

function toOperator({ id, email, role, created_at }: OperatorRow): Operator {
  return { id, email, role, added_at: created_at.toISOString() };
}

// View as customer: an operator's session views an account, read-only, for an hour or until it ends.

const viewMs = hourMs;

export const viewSchema = z
  .object({ account: accountBriefSchema, expires_at: z.iso.datetime() })
  .meta({ id: 'AccountView', description: 'The account that an operator views read-only' });
type AccountView = z.infer<typeof viewSchema>;

/** Returns the account that the session may read now. Its operator may have lost the permission since. */
export function viewedAccount({ role, view }: Session): string | undefined {
  if (!view || view.expiresAt.getTime() <= Date.now() || !rolePermissions[role].includes('accounts')) return undefined;
  return view.accountId;
}

export async function beginView(
  ctx: Context,
  { session, accountId }: { session: Session; accountId: string },
): Promise<AccountView> {
  return commit(ctx, async (trx, audit) => {
    const account = (await findAccount(trx, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
    const expiresAt = new Date(Date.now() + viewMs);
    await setView(trx, session.id, { accountId, expiresAt });
    const details = { until: expiresAt.toISOString() };
    await audit({ action: 'account.viewed', subject: accountId, accountId, details });
    const { id, name, plan, suspended } = account;
    return { account: { id, name, plan, suspended }, expires_at: expiresAt.toISOString() };
  });
}

export async function endView(ctx: Context, { session }: { session: Session }): Promise<void> {
  const accountId = session.view?.accountId;
  await commit(ctx, async (trx, audit) => {
    await setView(trx, session.id, null);
    if (accountId !== undefined) await audit({ action: 'account.view_ended', subject: accountId, accountId });
  });
}
