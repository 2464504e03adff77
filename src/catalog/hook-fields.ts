// The fields of a hook as clients see it, in their order, for who writes hooks without checking them.

export const hookFields = ['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche'] as const;
