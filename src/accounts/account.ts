// Accounts: the record as operators see it, and the verbs that create, find, list and change one.

import { z } from 'zod';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { differences } from '../audit/audit.ts';
import { type Database, notify } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { planNames } from './caller.ts';
import { changeAccount, findAccount, insertAccount, lockAccount, selectAccounts } from './store.ts';

const nameError = 'A name has 1 to 100 characters.';
const emailError = 'This is not an e-mail address, such as ada@example.com.';
export const accountName = z.string(nameError).trim().min(1, nameError).max(100, nameError);
export const emailAddress = z.string(emailError).trim().max(254, emailError).pipe(z.email(emailError));
export const planName = z.enum(planNames);

const ownLimit = z.number().int().min(1).max(1_000_000_000_000).nullable();
const ownLimits = z.strictObject({ per_day: ownLimit.optional(), per_month: ownLimit.optional() });

export const accountSchema = z
  .object({
    id: z.string().meta({ example: 'acc_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    email: z.string(),
    plan: planName,
    limits: z
      .object({ per_day: z.number().nullable(), per_month: z.number().nullable() })
      .meta({ description: "The account's own limits in place of its plan's; null leaves the plan's" }),
    suspended: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

export const createAccountInput = z.strictObject({
  name: accountName,
  email: emailAddress,
  plan: planName.default('free'),
  limits: ownLimits.optional(),
});

export const updateAccountInput = z.strictObject({
  name: accountName.optional(),
  plan: planName.optional(),
  limits: ownLimits
    .optional()
    .meta({ description: 'A limit that is not named stays as it is; null returns to the plan' }),
  suspended: z.boolean().optional(),
});

export const listAccountsInput = z.strictObject({
  limit: z.number().int().min(1).max(200).default(50),
  after: z.string().optional().meta({ description: 'Id of the last account of the page before' }),
  email: z.string().optional().meta({ description: 'Only the account with this address' }),
});

export async function createAccount(
  { db, actor }: Acting,
  input: z.input<typeof createAccountInput>,
): Promise<Account> {
  const { name, email, plan, limits } = createAccountInput.parse(input);
  return db.transaction().execute(async (trx) => {
    const account = await insertAccount(trx, {
      id: newId('acc'),
      name,
      email,
      plan,
      day_limit: limits?.per_day ?? null,
      month_limit: limits?.per_month ?? null,
    });
    if (!account) fail('conflict', `There is already an account with the e-mail address ${email}.`);
    const details = { plan, limits: account.limits };
    await writeAudit(trx, actor, { action: 'account.created', subject: account.id, accountId: account.id, details });
    await notify(trx, 'hookline_accounts');
    return account;
  });
}

export async function getAccount(db: Database, id: string): Promise<Account> {
  return (await findAccount(db, id)) ?? fail('not_found', `There is no account ${id}.`);
}

export type AccountPage = {
  accounts: Account[];
  /** Pass as `after` for the next page; null at the end. */
  next: string | null;
};

/** Oldest first. */
export async function listAccounts(db: Database, input: z.input<typeof listAccountsInput> = {}): Promise<AccountPage> {
  const { limit, after, email } = listAccountsInput.parse(input);
  const { rows: accounts, next } = await takePage(
    limit,
    (count) => selectAccounts(db, { limit: count, after, email }),
    ({ id }) => id,
  );
  return { accounts, next };
}

export async function updateAccount(
  { db, actor }: Acting,
  id: string,
  input: z.input<typeof updateAccountInput>,
): Promise<Account> {
  const { name, plan, limits, suspended } = updateAccountInput.parse(input);
  return db.transaction().execute(async (trx) => {
    const change = { name, plan, day_limit: limits?.per_day, month_limit: limits?.per_month };
    await lockAccount(trx, id);
    const before = (await findAccount(trx, id)) ?? fail('not_found', `There is no account ${id}.`);
    const account = (await changeAccount(trx, id, change, suspended)) ?? before;
    const details = differences(before, account, ['name', 'plan', 'limits', 'suspended']);
    if (details) await writeAudit(trx, actor, { action: 'account.changed', subject: id, accountId: id, details });
    await notify(trx, 'hookline_accounts');
    return account;
  });
}
