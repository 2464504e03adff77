// Emails about members: the invitation, and to owners that somebody joined or that a role changed.
import { composeMail } from '../mail/compose.ts';
import type { MailMessage } from '../mail/message.ts';
import type { MemberRole } from './role.ts';

export const invitationDays = 7;

const roleTexts: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner: everything, with members and the plan',
  developer: 'Developer: keys, exports, webhooks, searches and collections',
  viewer: 'Viewer: sees everything and changes nothing',
  billing: 'Billing: sees everything, and requests another plan',
};

type Invited = { email: string; account: string; invitedBy: string; role: MemberRole; link: string; signsIn: boolean };

/** `link` leads to the invitation. With `signsIn` it signs in, once. */
export function invitationEmail({ email, account, invitedBy, role, link, signsIn }: Invited): MailMessage {
  const use = signsIn
    ? `The link signs you in as ${email}, works once and expires in ${invitationDays} days.`
    : `Sign in as ${email} to accept. The invitation expires in ${invitationDays} days.`;
  return composeMail({
    to: email,
    subject: `${invitedBy} invites you to ${account} on Hookline`,
    parts: [
      'You are invited to work in an account on Hookline, the database of viral video hooks.',
      {
        facts: [
          ['Account', account],
          ['Invited by', invitedBy],
          ['Role', roleTexts[role]],
        ],
      },
      { button: 'See the invitation', url: link },
      {
        note: `${use} If you do not know the account, ignore this email.`,
      },
    ],
  });
}

type Joined = { to: string; account: string; email: string; role: MemberRole; page: string };

export function joinedEmail({ to, account, email, role, page }: Joined): MailMessage {
  return composeMail({
    to,
    subject: `${email} joined ${account}`,
    parts: [
      `${email} accepted the invitation to ${account}.`,
      { facts: [['Role', roleTexts[role]]] },
      { button: 'See the team', url: page },
    ],
  });
}

/** To a member whose role changed, or who was removed (`role` is null). */
export function roleChangedEmail({
  to,
  account,
  role,
  by,
  page,
}: Omit<Joined, 'email' | 'role'> & { role: MemberRole | null; by: string }): MailMessage {
  return composeMail({
    to,
    subject: role === null ? `You were removed from ${account}` : `Your role in ${account} changed`,
    parts:
      role === null
        ? [`${by} removed you from ${account} on Hookline. API keys of the account keep working.`]
        : [
            `${by} changed your role in ${account} on Hookline.`,
            { facts: [['Role', roleTexts[role]]] },
            { button: 'See the team', url: page },
          ],
  });
}
