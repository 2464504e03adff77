// Votes of categories that platforms and sources use for videos of several niches. Data only.

/** By the name of the category in lower case. The share of its videos in a niche is the vote. */
export const categoryVotes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'film & animation': { entertainment: 0.5, comedy: 0.4 },
  'people & blogs': { lifestyle: 0.4, entertainment: 0.2 },
  entertainment: { entertainment: 0.6, comedy: 0.25 },
  'news & politics': { news: 0.7 },
  'howto & style': { beauty: 0.45, food: 0.35, home: 0.2, fashion: 0.15 },
  'science & technology': { science: 0.6, tech: 0.5 },
  educational: { education: 0.6 },
};
