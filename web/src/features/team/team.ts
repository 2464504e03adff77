// Client of the members of an account and of invitations.
import type { MemberRole } from '../../../../src/members/member.ts';
import { request } from '../../api/client.ts';
import type { Member, OwnInvitation } from '../../api/openapi.ts';

export type { Member, MemberRole, OwnInvitation };

export const membersPath = '/members';
export const invitationsPath = '/session/invitations';

export const inviteMember = (body: { email: string; role: string }) => request<Member>('POST', membersPath, { body });
export const changeMember = (id: string, role: MemberRole) =>
  request<Member>('PATCH', `${membersPath}/${id}`, { body: { role } });
export const removeMember = (id: string) => request('DELETE', `${membersPath}/${id}`);
export const acceptInvitation = (id: string) => request('POST', `${invitationsPath}/${id}/accept`);
export const declineInvitation = (id: string) => request('DELETE', `${invitationsPath}/${id}`);

export const roleText: Readonly<Record<MemberRole, string>> = {
  owner: 'Everything, including members and the plan',
  developer: 'Keys, exports, webhooks, searches and collections',
  viewer: 'Sees everything, changes nothing',
  billing: 'Sees everything, requests other plans',
};

export const memberRoles = Object.keys(roleText) as MemberRole[];
