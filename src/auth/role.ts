// Roles of users, and what each role of an operator may do.

export const operatorRoles = ['owner', 'curator', 'support'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
/** `holder`: of an account. The others are of operators, who have none. */
export type Role = 'holder' | OperatorRole;

/**
 * What an operator endpoint needs. `read`: health, figures and the audit log. `catalog`: hooks, review, sources and imports. `accounts`:
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
