// Requests that operators decide. Anyone may request a key: approval creates the account. The holder of an account may request another plan
// or a reactivation: approval changes the account.
import { z } from 'zod';
import { composeMail, type MailMessage } from '../mail/message.ts';
import {
  type Account,
  accountName,
  emailAddress,
  limitsText,
  messageText,
  operatorAccountSchema,
  planName,
} from './account.ts';
import { plans } from './plan.ts';

const states = ['pending', 'approved', 'declined'] as const;
export const requestKinds = ['key', 'plan', 'reactivation'] as const;

/** Sign-in links of approvals are valid this long, since the email may be read days later. */
export const invitationDays = 7;

const useCaseInvalid = 'Describe your use case in 10 to 2,000 characters.';
const callsInvalid = 'Expected calls per month must be a whole number of at least 1.';
const expectedCalls = z
  .number(callsInvalid)
  .int(callsInvalid)
  .min(1, callsInvalid)
  .max(1_000_000_000_000, callsInvalid);

export const submitKeyRequestInput = z
  .strictObject({
    name: accountName.meta({ description: 'Person or company', example: 'Ada Lovelace' }),
    email: emailAddress.meta({ example: 'ada@example.com' }),
    use_case: z
      .string(useCaseInvalid)
      .trim()
      .min(10, useCaseInvalid)
      .max(2000, useCaseInvalid)
      .meta({ description: 'Intended use of the data' }),
    expected_calls_per_month: expectedCalls,
    plan: planName.optional().meta({ description: 'Requested plan; the operator decides' }),
  })
  .meta({ id: 'NewKeyRequest' });

export const keyRequestSchema = z
  .object({
    id: z.string().meta({ example: 'req_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    email: z.string(),
    kind: z.enum(requestKinds).meta({
      description: '`key`: from anyone; `plan` and `reactivation`: from a signed-in member of an account',
    }),
    use_case: z.string(),
    expected_calls_per_month: z.number().int().nullable().meta({ description: 'null if not specified' }),
    plan: planName.nullable().meta({ description: 'Requested plan; null if not specified' }),
    state: z.enum(states),
    account_id: z
      .string()
      .nullable()
      .meta({ description: 'Account that sent it, or that the approval created or found' }),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KeyRequest' });
export type KeyRequest = z.infer<typeof keyRequestSchema>;

/** One request of each kind can be pending: a new one replaces it. */
export const submitPlanRequestInput = z
  .strictObject({
    kind: z.enum(['plan', 'reactivation']).default('plan'),
    plan: planName.optional().meta({ description: 'Requested plan. Required for the kind `plan`' }),
    use_case: z
      .string()
      .trim()
      .max(2000, 'The message must be at most 2,000 characters.')
      .default('')
      .meta({ description: 'Message to the operator' }),
    expected_calls_per_month: expectedCalls.optional(),
  })
  .refine(({ kind, plan }) => (kind === 'plan') === (plan !== undefined), {
    error: 'Send `plan` to request another plan; leave it out to request reactivation.',
    path: ['plan'],
  })
  .meta({ id: 'NewPlanRequest' });

export const approveKeyRequestInput = z.strictObject({
  plan: planName.optional().meta({
    description:
      'For a key request: plan of the new account, default `free`, whatever plan was requested. For a plan request: default the requested plan',
  }),
  message: messageText.meta({ description: 'Included in the email to the applicant' }),
});
export const declineKeyRequestInput = z.strictObject({
  reason: messageText.meta({ description: 'Included in the email to the applicant' }),
});

export const approvalSchema = z
  .object({
    request: keyRequestSchema,
    account: operatorAccountSchema,
    created: z.boolean().meta({
      description: 'false if the account already existed. A key request leaves it unchanged; other requests change it',
    }),
  })
  .meta({ id: 'Approval', description: 'An approved request and its account' });
export type Approval = z.infer<typeof approvalSchema>;

// Emails about requests: a key request was received, approved or declined, or a holder's request was declined. Email can be read in
// transit, so none contains a key, and the link of an approval works once. The email of a key request is not verified, so none repeats what
// was typed for it, not even the name: anyone could send any text to anybody.

export function receivedEmail({ id, email, plan }: KeyRequest): MailMessage {
  return composeMail({
    to: email,
    subject: 'We received your request for a Hookline API key',
    parts: [
      'Thank you for requesting an API key. We review every request and email you the decision, either way.',
      { facts: [['Request', id], ...(plan ? [['Plan', plans[plan].title] as const] : [])] },
      'If it is approved, the email contains a link that signs you in to create your first key.',
      { note: 'If you did not request a key, ignore this email.' },
    ],
  });
}

type Approved = { isNew: boolean; message: string | undefined; link: string; publicUrl: string };

/** `link` signs in; `message` is from the operator; `isNew` is false if the email already had an account, which is not changed. */
export function approvedEmail(
  { email }: KeyRequest,
  account: Account,
  { isNew, message, link, publicUrl }: Approved,
): MailMessage {
  return composeMail({
    to: email,
    subject: isNew ? 'Your Hookline account is ready' : 'You already have a Hookline account',
    parts: [
      isNew
        ? 'Your request for an API key is approved. Your account is ready.'
        : 'You requested an API key with an email that already has an account. It keeps its plan: sign in to create a key, or to request another plan.',
      {
        facts: [
          ['Plan', plans[account.plan].title],
          ['Calls', limitsText(account)],
        ],
      },
      ...(message === undefined ? [] : [{ quote: message }]),
      `Sign in with this link. It works once and expires in ${invitationDays} days.`,
      { button: 'Sign in', url: link },
      'Then create an API key. It is shown only once, so store it like a password. Your first call, with the key in the environment:',
      { code: `curl -H "Authorization: Bearer $HOOKLINE_KEY" '${publicUrl}/hooks?limit=5'` },
      {
        links: [
          { label: 'Docs', url: `${publicUrl}/docs` },
          isNew
            ? { label: 'Your usage', url: `${publicUrl}/dashboard/usage` }
            : { label: 'Your plan', url: `${publicUrl}/dashboard/plan` },
          { label: 'Another sign-in link', url: `${publicUrl}/sign-in` },
        ],
      },
    ],
  });
}

/** `reason` is from the operator. */
export function declinedEmail({ email }: KeyRequest, reason: string | undefined): MailMessage {
  return composeMail({
    to: email,
    subject: 'Your request for a Hookline API key',
    parts: [
      'Thank you for requesting an API key. We cannot give you one at this time.',
      ...(reason === undefined ? [] : [{ quote: reason }]),
      'If your plans change, you are welcome to send another request.',
    ],
  });
}

type DeclinedOwn = { reason: string | undefined; publicUrl: string };

/** Sent to the holder of the account, who was signed in. `reason` is from the operator. */
export function declinedOwnEmail(
  { kind, plan }: KeyRequest,
  account: Account,
  { reason, publicUrl }: DeclinedOwn,
): MailMessage {
  const stays =
    kind === 'plan' ? `Your account stays on ${plans[account.plan].title}.` : 'Your account stays suspended.';
  const wanted = kind === 'plan' && plan ? `the ${plans[plan].title} plan` : 'reactivation';
  return composeMail({
    to: account.email,
    subject: `Your request for ${wanted} was declined`,
    name: account.name,
    parts: [
      `Your request for ${wanted} was declined. ${stays}`,
      ...(reason === undefined ? [] : [{ quote: reason }]),
      { button: 'See your plan', url: `${publicUrl}/dashboard/plan` },
    ],
  });
}
