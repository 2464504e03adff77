// Subscriber: an email that asked for announcements, and confirmed that it did.
import { z } from 'zod';
import { emailAddress } from '../../accounts/account.ts';

/** Long enough for slow mail. */
export const confirmHours = 24;

export const subscribeInput = z.strictObject({ email: emailAddress });
export const confirmInput = z.strictObject({ token: z.string().min(1).max(200) });
export const subscriptionSchema = z
  .object({ email: z.string() })
  .meta({ id: 'StatusSubscription', description: 'An email that gets announcements' });
