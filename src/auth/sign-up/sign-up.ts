// Sign-up by email: its input, what a followed link gives, and how long links work.
import { z } from 'zod';
import { accountBriefSchema, emailAddress } from '../../accounts/account.ts';
import { issuedKeySchema } from '../keys/key.ts';

/** Long enough for slow mail; the link gives nothing but a new Free account. */
export const signUpLinkHours = 24;

export const signUpInput = z.strictObject({ email: emailAddress });

export const confirmSignUpInput = z.strictObject({ token: z.string().min(1).max(200) });

export const newAccountSchema = z
  .object({
    email: z.string(),
    account: accountBriefSchema,
    key: issuedKeySchema.meta({ description: 'Its first key, which is shown once' }),
  })
  .meta({ id: 'NewAccount', description: 'The account that a sign-up created' });
export type NewAccount = z.infer<typeof newAccountSchema>;
