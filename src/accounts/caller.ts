// Who asks, as every room needs to know it: account, plan, limits. Which plan has what is accounts/plan.ts; how a key
// becomes a caller is accounts/keyring.ts, how a session does is accounts/holder.ts.

export const planNames = ['free', 'pro', 'starter', 'scale', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** `read`: the endpoints of every plan. `full`: /hooks/full and /hooks/{id}. */
export type Feature = 'read' | 'full' | 'trends' | 'export' | 'webhooks';

/** Counted answers per UTC day and per UTC calendar month; null is not enforced. */
export type Limits = Readonly<{ perDay: number | null; perMonth: number | null }>;

export type Caller = Readonly<{
  accountId: string;
  plan: PlanName;
  features: ReadonlySet<Feature>;
  limits: Limits;
  suspended: boolean;
}>;

/** Who asks with a key, and not from the dashboard. */
export type KeyCaller = Caller & Readonly<{ keyId: string }>;
