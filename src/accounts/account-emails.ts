// Emails to the holder of an account that an operator changed: its plan or limits, or its suspension.
import { composeMail } from '../mail/compose.ts';
import type { MailMessage, MailPart } from '../mail/message.ts';
import { type Account, limitsText } from './account.ts';
import { plans } from './plan.ts';

/** `message` is from the operator. */
type Told = { account: Account; message: string | undefined; publicUrl: string };

export function changedPlanEmail(before: Account, { account, message, publicUrl }: Told): MailMessage {
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

export function suspensionEmail({ account, message, publicUrl }: Told): MailMessage {
  const { email: to, name, suspended } = account;
  if (!suspended)
    return composeMail({
      to,
      subject: 'Your Hookline account is active again',
      name,
      parts: ['Your account is no longer suspended, and your keys work again.', ...quoted(message)],
    });
  return composeMail({
    to,
    subject: 'Your Hookline account is suspended',
    name,
    parts: [
      'Your account was suspended. Requests with its keys fail with 403 account_suspended, and webhooks get nothing until it is active again. No data was deleted.',
      ...quoted(message),
      'If you think that this is a mistake, ask for its reactivation:',
      { button: 'Request reactivation', url: `${publicUrl}/dashboard/plan?ask=reopen` },
    ],
  });
}

function quoted(message: string | undefined): MailPart[] {
  return message === undefined ? [] : [{ quote: message }];
}
