// Account: schemas, limits, and the caller of a session.
import { z } from 'zod';
import { isTimezone } from '../lib/time.ts';
import { type Caller, type Limits, planNames } from './caller.ts';
import { effectiveLimits, plans } from './plan.ts';

const nameMissing = 'Enter a name.';
const emailInvalid = 'Enter an email address, such as ada@example.com.';
export const accountName = z
  .string(nameMissing)
  .trim()
  .min(1, nameMissing)
  .max(100, 'The name must be at most 100 characters.');
export const emailAddress = z.string(emailInvalid).trim().max(254, emailInvalid).pipe(z.email(emailInvalid));
export const planName = z.enum(planNames);
export const timezoneName = z
  .string()
  .max(64)
  .refine(isTimezone, { error: '`timezone` must be an IANA name, such as UTC or Europe/Berlin.' });

const ownLimit = z.number().int().min(1).max(1_000_000_000_000).nullable();
export const limitsInput = z.strictObject({ per_day: ownLimit.optional(), per_month: ownLimit.optional() });

/** What an operator adds to an email. */
export const messageText = z.string().trim().min(1).max(2000).optional();

export const accountSchema = z
  .object({
    id: z.string().meta({ example: 'acc_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    email: z.string(),
    plan: planName,
    limits: z
      .object({ per_day: z.number().nullable(), per_month: z.number().nullable() })
      .meta({ description: "Custom limits that replace the plan's; null keeps the plan's limit" }),
    suspended: z.boolean(),
    timezone: z.string().meta({ description: 'IANA name of the time zone of digests', example: 'Europe/Berlin' }),
    pending_email: z
      .object({ email: z.string(), expires_at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'New email, effective once an owner opens the link sent to it' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

/** The note is private: neither the holder nor the export of the account's data gets it. */
export const operatorAccountSchema = z
  .object({
    ...accountSchema.shape,
    note: z.string().nullable().meta({ description: 'Private note of the operators' }),
    deletion: z
      .object({
        deleted_at: z.iso.datetime(),
        erase_after: z.iso.datetime().meta({ description: 'End of the period in which the account can be restored' }),
        reason: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'null unless the account is deleted' }),
  })
  .meta({ id: 'OperatorAccount', description: 'An account as operators see it' });
export type OperatorAccount = z.infer<typeof operatorAccountSchema>;

export const accountBriefSchema = accountSchema
  .pick({ id: true, name: true, plan: true, suspended: true })
  .meta({ id: 'AccountBrief', description: 'Summary of an account in other records' });

export const createAccountInput = z.strictObject({
  name: accountName,
  email: emailAddress,
  plan: planName.default('free'),
  limits: limitsInput.optional(),
  message: messageText.meta({ description: 'Included in the email to the owner' }),
  notify: z.boolean().default(false).meta({ description: 'true: emails the owner how to sign in' }),
});

const noteTooLong = 'The note must be at most 4,000 characters.';

export const updateAccountInput = z.strictObject({
  name: accountName.optional(),
  email: emailAddress.optional().meta({
    description:
      'A new email ends the sessions and removes the passkeys of the account, and both mailboxes are notified',
  }),
  note: z
    .string()
    .trim()
    .max(4000, noteTooLong)
    .transform((text) => text || null)
    .nullable()
    .optional()
    .meta({ description: 'Private note of the operators; null or empty removes it' }),
  plan: planName.optional(),
  limits: limitsInput.optional().meta({ description: "An omitted limit is unchanged; null restores the plan's limit" }),
  suspended: z.boolean().optional(),
  message: messageText.meta({
    description: 'Included in the email to the owner about a new plan, new limits or a suspension',
  }),
  notify: z
    .boolean()
    .default(true)
    .meta({ description: 'false: no email to the owner about plan, limits and suspension' }),
});

export const listAccountsInput = z.strictObject({
  limit: z.number().int().min(1).max(200).default(50),
  after: z.string().optional().meta({ description: 'Id of the last account of the previous page' }),
  email: z.string().optional().meta({ description: 'Only the account with this email' }),
});

/** Returns the caller of a session, which has no key and may do what a key of the account may. */
export function toCaller(account: Account): Caller {
  const { id: accountId, plan, suspended } = account;
  return { accountId, plan, features: plans[plan].features, limits: limitsOf(account), suspended };
}

/** Returns the account's own limits, else the plan's. */
export function limitsOf({ plan, limits }: Account): Limits {
  return effectiveLimits(plan, { perDay: limits.per_day, perMonth: limits.per_month });
}

/** “1,000 calls a month (UTC)”. */
export function limitsText(account: Account): string {
  const { perDay, perMonth } = limitsOf(account);
  const calls = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'call' : 'calls'}`;
  const parts = [
    ...(perDay === null ? [] : [`${calls(perDay)} a day`]),
    ...(perMonth === null ? [] : [`${calls(perMonth)} a month`]),
  ];
  return parts.length > 0 ? `${parts.join(' and ')} (UTC)` : 'Unlimited';
}
