// Audiences of the pages, and the first page of each.

/** First page after signing in, by role. */
export const homes = { holder: '/dashboard', operator: '/console' } as const;

export type Audience = 'public' | 'holder' | 'operator';
