// Members of an account, and the invitations that wait: their input and output schemas.
import { z } from 'zod';
import { emailAddress } from '../accounts/account.ts';
import { memberRoles } from './role.ts';

/** Members and pending invitations of an account together. */
export const maxMembers = 50;
export const maxInvitationsPerHour = 20;

const role = z.enum(memberRoles, { error: `\`role\` must be one of ${memberRoles.join(', ')}.` }).meta({
  description:
    'owner: everything; developer: all but the plan and members; viewer: reads; billing: reads, and asks for another plan',
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
    invited_by: z.string().nullable().meta({ description: 'Email; null for members' }),
    created_at: moment.meta({ description: 'When the member joined, or was invited' }),
    expires_at: moment.nullable().meta({ description: 'Of an invitation' }),
    last_signed_in_at: moment.nullable().meta({ description: 'Start of the newest session that has not ended' }),
  })
  .meta({ id: 'Member', description: 'A person in an account, or an invitation' });
export type Member = z.infer<typeof memberSchema>;

export const membershipSchema = z
  .object({ id: z.string(), name: z.string(), role: z.enum(memberRoles) })
  .meta({ id: 'Membership', description: 'An account that the person may work in' });

export const ownInvitationSchema = z
  .object({
    invitation_id: z.string().meta({ description: '`inv_` and 16 letters or digits' }),
    account: z.string().meta({ description: 'Name of the account' }),
    role: z.enum(memberRoles),
    invited_by: z.string(),
    expires_at: moment,
  })
  .meta({ id: 'OwnInvitation', description: 'An invitation as the invited person sees it' });
export type OwnInvitation = z.infer<typeof ownInvitationSchema>;
