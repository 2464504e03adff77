// Key request: anyone may submit one; an operator approves it, which creates the account, or declines it.
import { z } from 'zod';
import { accountName, accountSchema, emailAddress, note, planName } from './account.ts';

const states = ['pending', 'approved', 'declined'] as const;

/** Sign-in links of approvals are valid this long, since the email may be read days later. */
export const invitationDays = 7;

const useCaseInvalid = 'Describe your use case in 10 to 2,000 characters.';
const callsInvalid = 'Expected calls per month must be a whole number of at least 1.';

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
    expected_calls_per_month: z
      .number(callsInvalid)
      .int(callsInvalid)
      .min(1, callsInvalid)
      .max(1_000_000_000_000, callsInvalid),
    plan: planName.optional().meta({ description: 'The plan that you want; the operator decides' }),
  })
  .meta({ id: 'NewKeyRequest' });

export const keyRequestSchema = z
  .object({
    id: z.string().meta({ example: 'req_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    email: z.string(),
    use_case: z.string(),
    expected_calls_per_month: z.number().int(),
    plan: planName.nullable().meta({ description: 'The plan that it asks for; null where it names none' }),
    state: z.enum(states),
    account_id: z.string().nullable().meta({ description: 'The account that the approval created or found' }),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KeyRequest' });
export type KeyRequest = z.infer<typeof keyRequestSchema>;

export const approveKeyRequestInput = z.strictObject({
  plan: planName.default('free').meta({ description: 'Default `free`, whatever plan the request names' }),
  message: note.meta({ description: 'Included in the email to the applicant' }),
});
export const declineKeyRequestInput = z.strictObject({
  reason: note.meta({ description: 'Included in the email to the applicant' }),
});

export const approvalSchema = z
  .object({
    request: keyRequestSchema,
    account: accountSchema,
    created: z.boolean().meta({ description: 'false if the email already had an account, which keeps its plan' }),
  })
  .meta({ id: 'Approval', description: 'An approved key request and its account' });
export type Approval = z.infer<typeof approvalSchema>;
