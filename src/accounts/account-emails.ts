// Emails to the holder of an account that an operator created or changed: its plan or limits, its suspension, its email.
import { composeMail } from '../mail/compose.ts';
import type { MailMessage, MailPart } from '../mail/message.ts';
import { type Account, limitsText } from './account.ts';
import { plans } from './plan.ts';

/** `message` is from the operator. */
type Told = { account: Account; message: string | undefined; publicUrl: string };

/** It has no link that signs in: nobody asked for this email, and it may be read by others. */
export function createdEmail({ account, message, publicUrl }: Told): MailMessage {
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
      { note: 'If you know nothing of this account, ignore this email.' },
    ],
  });
}

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
      'Your account was suspended. Requests with its keys fail with 403 account_suspended, and webhooks get nothing until it is active again. No data was deleted.',
      ...quoted(message),
      'If you think that this is a mistake, ask for its reactivation:',
      { button: 'Request reactivation', url: `${publicUrl}/dashboard/plan?ask=reopen` },
    ],
  });
}

/** What a new email of an account does to the owner with the former one: it gets the new email, loses the account, or stays an owner. */
export type FormerOwner = 'moved' | 'replaced' | 'kept';

const formerOwnerTexts: Readonly<Record<FormerOwner, string>> = {
  moved: 'You were signed out everywhere, and your passkeys were removed. ',
  replaced: 'You are no longer a member of the account. ',
  kept: '',
};

/** To both mailboxes: the former one must notice a change that nobody wanted. */
export function emailChangedEmails(
  before: Account,
  { account, publicUrl }: Told,
  formerOwner: FormerOwner,
): MailMessage[] {
  const { name } = account;
  const [local = '', domain = ''] = account.email.split('@');
  return [
    composeMail({
      to: before.email,
      subject: 'The email of your Hookline account was changed',
      name,
      parts: [
        `The email of your account was changed to ${local.slice(0, 1)}…@${domain}. ${formerOwnerTexts[formerOwner]}API keys keep working.`,
        'If you did not ask for this, contact the operator of the service.',
      ],
    }),
    composeMail({
      to: account.email,
      subject: 'This is now the email of a Hookline account',
      name,
      parts: [
        'The operator of the service changed the email of your account to this one. Sign in with it:',
        { button: 'Sign in', url: `${publicUrl}/sign-in` },
        { note: 'If you know nothing of this account, ignore this email.' },
      ],
    }),
  ];
}

function quoted(message: string | undefined): MailPart[] {
  return message === undefined ? [] : [{ quote: message }];
}
