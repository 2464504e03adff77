// Requests that operators decide. Anyone may request a key: its approval creates the account. The holder of an account may request
// another plan, or the reactivation of the account: its approval changes the account.
import { z } from 'zod';
import { accountName, emailAddress, messageText, operatorAccountSchema, planName } from './account.ts';

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
      .meta({ description: 'What you will use the data for' }),
    expected_calls_per_month: expectedCalls,
    plan: planName.optional().meta({ description: 'The plan that you want; the operator decides' }),
  })
  .meta({ id: 'NewKeyRequest' });

export const keyRequestSchema = z
  .object({
    id: z.string().meta({ example: 'req_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    email: z.string(),
    kind: z.enum(requestKinds).meta({
      description: '`key` is from anybody; `plan` and `reactivation` are from the signed-in holder of an account',
    }),
    use_case: z.string(),
    expected_calls_per_month: z.number().int().nullable().meta({ description: 'null where it names none' }),
    plan: planName.nullable().meta({ description: 'The plan that it asks for; null where it names none' }),
    state: z.enum(states),
    account_id: z
      .string()
      .nullable()
      .meta({ description: 'The account whose holder sent it, or that the approval created or found' }),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KeyRequest' });
export type KeyRequest = z.infer<typeof keyRequestSchema>;

/** By the holder of an account. One of each kind can be pending: another one replaces it. */
export const submitPlanRequestInput = z
  .strictObject({
    kind: z.enum(['plan', 'reactivation']).default('plan'),
    plan: planName.optional().meta({ description: 'The plan that you want. Needed for `plan`' }),
    use_case: z
      .string()
      .trim()
      .max(2000, 'The message must be at most 2,000 characters.')
      .default('')
      .meta({ description: 'For the operator' }),
    expected_calls_per_month: expectedCalls.optional(),
  })
  .refine(({ kind, plan }) => (kind === 'plan') === (plan !== undefined), {
    error: 'A request of another plan needs `plan`; one of reactivation takes none.',
    path: ['plan'],
  })
  .meta({ id: 'NewPlanRequest' });

export const approveKeyRequestInput = z.strictObject({
  plan: planName.optional().meta({
    description:
      'Of a key request: the plan of the new account, by default `free`, whatever plan the request names. Of a plan request: by default the plan that it asks for',
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
      description:
        'false if there was an account already. That of a key request keeps its plan; the others are changed',
    }),
  })
  .meta({ id: 'Approval', description: 'An approved request and its account' });
export type Approval = z.infer<typeof approvalSchema>;
