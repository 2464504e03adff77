// Roles of members, and what each role may do in its account.

export const memberRoles = ['owner', 'developer', 'viewer', 'billing'] as const;
export type MemberRole = (typeof memberRoles)[number];

/**
 * What an endpoint needs of a member who is signed in. `read`: everything that is shown. `change`: keys, exports, webhooks, searches and
 * collections. `billing`: the plan and requests for another. `members`: invitations and roles.
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
