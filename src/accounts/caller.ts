// Caller: the account behind a request, with its plan, features and limits.

/** Pages, docs and GET /plans list them in this order. */
export const planNames = ['free', 'starter', 'pro', 'scale', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** `read`: the endpoints of every plan. `full`: /hooks/full and /hooks/{id}. */
export type Feature = 'read' | 'full' | 'trends' | 'export' | 'webhooks';

/** What a key may do. `read`: the catalog. `export`, `webhooks`, `usage`: the endpoints of that name. */
export const keyScopes = ['read', 'export', 'webhooks', 'usage'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Counted responses per UTC day and per UTC calendar month; null is unlimited. */
export type Limits = Readonly<{ perDay: number | null; perMonth: number | null }>;

export const noLimits: Limits = { perDay: null, perMonth: null };

export type Caller = Readonly<{
  accountId: string;
  plan: PlanName;
  features: ReadonlySet<Feature>;
  limits: Limits;
  suspended: boolean;
}>;

/** A caller that sent an API key, not a dashboard session. */
export type KeyCaller = Caller &
  Readonly<{
    keyId: string;
    keyLimits: Limits;
    /** null: all. */
    scopes: ReadonlySet<KeyScope> | null;
    /** Whether the key may be used from an IP address. null: from any. */
    allows: ((address: string) => boolean) | null;
    /** `mcp`: the access token of a connected app, for the MCP server only. null: a key. */
    audience: 'mcp' | null;
  }>;
