// Roles of users, and what each role of an operator may do.

export const operatorRoles = ['owner', 'curator', 'support'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
/** `holder` is the role of customers. The other roles are for operators, who have no account. */
export type Role = 'holder' | OperatorRole;

/**
 * Permissions of operator endpoints. `read`: health, figures and the audit log. `catalog`: hooks, review, sources and imports. `accounts`:
 * accounts, their keys, webhooks, exports and usage, and key requests. `system`: operators and their sessions.
 */
export const permissions = ['read', 'catalog', 'accounts', 'system'] as const;
export type Permission = (typeof permissions)[number];

export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  holder: [],
  owner: permissions,
  curator: ['read', 'catalog'],
  support: ['read', 'accounts'],
};
