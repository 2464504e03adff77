// The shape of the word lists of niches.

/** `strong` words decide on their own, `weak` ones only add up. A word of several niches splits its vote. */
export type NicheWords = Readonly<Record<string, { strong: string; weak: string }>>;
