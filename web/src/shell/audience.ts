// Audiences of the pages, and where each begins.

/** First page after signing in, by role. */
export const homes = { holder: '/dashboard', operator: '/console' } as const;

export type Audience = 'public' | 'holder' | 'operator';
