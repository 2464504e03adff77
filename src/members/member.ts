// Members of an account and pending invitations: input and output schemas.
import { z } from 'zod';
import { emailAddress } from '../accounts/account.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';

// Roles of members, and what each role may do in its account.

export const memberRoles = ['owner', 'developer', 'viewer', 'billing'] as const;
export type MemberRole = (typeof memberRoles)[number];

/**
 * Permission that an endpoint requires of a signed-in member. `read`: everything that is shown. `change`: keys, exports, webhooks, searches
 * and collections. `billing`: the plan and requests for another. `members`: invitations and roles.
 */
export type MemberPermission = 'read' | 'change' | 'billing' | 'members';

export const memberPermissions: Readonly<Record<MemberRole, readonly MemberPermission[]>> = {
  owner: ['read', 'change', 'billing', 'members'],
  developer: ['read', 'change'],
  viewer: ['read'],
  billing: ['read', 'billing'],
};

export function rolesWith(permission: MemberPermission): MemberRole[] {
  return memberRoles.filter((role) => memberPermissions[role].includes(permission));
}

/** Members and pending invitations of an account together. */
export const maxMembers = 50;
export const maxInvitationsPerHour = 20;

const role = z.enum(memberRoles, { error: `\`role\` must be one of ${memberRoles.join(', ')}.` }).meta({
  description:
    'owner: everything; developer: all but the plan and members; viewer: reads; billing: reads, and requests another plan',
});

export const inviteInput = z.strictObject({ email: emailAddress, role });
export type InviteInput = z.infer<typeof inviteInput>;

export const changeMemberInput = z.strictObject({ role });

const moment = z.iso.datetime();

export const memberSchema = z
  .object({
    member_id: z.string().meta({ description: '`mem_` and 16 letters or digits, `inv_` for an invitation' }),
    email: z.string(),
    role: z.enum(memberRoles),
    state: z.enum(['active', 'invited']),
    you: z.boolean().meta({ description: 'The member who is signed in' }),
    invited_by: z.string().nullable().meta({ description: 'Email of the inviter; null for members' }),
    created_at: moment.meta({ description: 'When the member joined, or was invited' }),
    expires_at: moment.nullable().meta({ description: 'Expiry of an invitation' }),
    last_signed_in_at: moment.nullable().meta({ description: 'Start of the newest session that has not ended' }),
  })
  .meta({ id: 'Member', description: 'A member of an account, or an invitation' });
export type Member = z.infer<typeof memberSchema>;

export const membershipSchema = z
  .object({ id: z.string(), name: z.string(), role: z.enum(memberRoles) })
  .meta({ id: 'Membership', description: 'An account that the user can access' });

export const ownInvitationSchema = z
  .object({
    invitation_id: z.string().meta({ description: '`inv_` and 16 letters or digits' }),
    account: z.string().meta({ description: 'Name of the account' }),
    role: z.enum(memberRoles),
    invited_by: z.string(),
    expires_at: moment,
  })
  .meta({ id: 'OwnInvitation', description: 'An invitation, as its recipient sees it' });
export type OwnInvitation = z.infer<typeof ownInvitationSchema>;

// Emails about members: the invitation, and to owners that somebody joined or that a role changed.

export const invitationDays = 7;

const roleTexts: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner: everything, including members and the plan',
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
      'You are invited to an account on Hookline, the database of viral video hooks.',
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

/** Sent to a member whose role changed, or who was removed (`role` is null). */
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
