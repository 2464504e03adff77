// /members: who works in an account, and who is invited. By session only: a key is the account's, not a person's.
import { z } from 'zod';
import type { SignIn } from '../../../auth/sign-in.ts';
import type { Database } from '../../../db/database.ts';
import { fail } from '../../../lib/errors.ts';
import { changeRole, invite, type MemberMail, removeMember } from '../../../members/actions.ts';
import { changeMemberInput, inviteInput, memberSchema } from '../../../members/member.ts';
import { getMember, listMembers } from '../../../members/queries.ts';
import { list, single, toList, toSingle } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';

export type MemberDeps = MemberMail & { db: Database; signIn: SignIn };

export function memberEndpoints(deps: MemberDeps): CallerEndpoint[] {
  const { db } = deps;
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, actor: actor() });
  const show = async ({ caller, member }: Pick<CallerRequest, 'caller' | 'member'>, id: string) =>
    toSingle(await getMember(db, caller.accountId, id, member?.email));
  return [
    defineEndpoint({
      audience: 'session',
      path: '/members',
      summary: 'Members of the account, then invitations, each by time',
      response: list(memberSchema),
      handler: async ({ caller, member }) => toList(await listMembers(db, caller.accountId, member?.email)),
    }),
    defineEndpoint({
      audience: 'session',
      method: 'POST',
      path: '/members',
      summary: 'Invite somebody, or send an invitation again',
      needs: 'members',
      requiresBody: true,
      body: inviteInput,
      status: 201,
      response: single(memberSchema),
      handler: async (request) => show(request, await invite(acting(request), request.caller.accountId, request.body)),
    }),
    defineEndpoint({
      audience: 'session',
      method: 'PATCH',
      path: '/members/:id',
      summary: 'Change the role of a member or an invitation',
      needs: 'members',
      requiresBody: true,
      body: changeMemberInput,
      response: single(memberSchema),
      handler: async (request) => {
        const { id } = request.params;
        await changeRole(acting(request), request.caller.accountId, id, request.body.role);
        return show(request, id);
      },
    }),
    defineEndpoint({
      audience: 'session',
      method: 'DELETE',
      path: '/members/:id',
      summary: 'Remove a member, revoke an invitation, or leave the account',
      // Everybody may leave; who may remove others is decided by the action.
      needs: 'read',
      response: single(z.object({ member_id: z.string() })),
      handler: async (request) => {
        const { caller, member, params } = request;
        if (!member?.memberRole) fail('session_required', 'Sign in as a member of the account.');
        const by = { userId: member.userId, role: member.memberRole };
        await removeMember(acting(request), caller.accountId, params.id, by);
        return toSingle({ member_id: params.id });
      },
    }),
  ];
}
