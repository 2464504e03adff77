// Sort orders of the hooks page, with their labels.
const sorts = [
  { value: '-views', label: 'Most viewed' },
  { value: 'views', label: 'Least viewed' },
  { value: '-views_per_day', label: 'Rising now' },
  { value: 'views_per_day', label: 'Rising least' },
  { value: '-views_vs_creator', label: 'Most above usual' },
  { value: 'views_vs_creator', label: 'Most below usual' },
  { value: '-views_gained_7d', label: 'Most gained this week' },
  { value: 'views_gained_7d', label: 'Least gained this week' },
  { value: '-likes', label: 'Most liked' },
  { value: 'likes', label: 'Least liked' },
  { value: '-saves', label: 'Most saved' },
  { value: 'saves', label: 'Least saved' },
  { value: '-creator_videos', label: 'Most creator videos' },
  { value: 'creator_videos', label: 'Least creator videos' },
  { value: '-added_at', label: 'Newest in catalog' },
  { value: 'added_at', label: 'Oldest in catalog' },
  { value: '-published_at', label: 'Newest video' },
  { value: 'published_at', label: 'Oldest video' },
  { value: 'duration', label: 'Shortest video' },
  { value: '-duration', label: 'Longest video' },
] as const;
const byRelevance = { value: 'relevance', label: 'Best match' } as const;
export type Sort = (typeof sorts)[number]['value'] | 'relevance';

/** “Most gained this week”. */
export const sortLabel = (sort: string) => sorts.find(({ value }) => value === sort)?.label ?? byRelevance.label;

/** Relevance requires a search text. */
export function sortsFor(search: string) {
  return hasWords(search) ? [byRelevance, ...sorts] : sorts;
}

export function readSort(search: string): Sort {
  const wanted = new URLSearchParams(search).get('sort');
  const isRelevant = hasWords(search);
  if (wanted === 'relevance' && isRelevant) return wanted;
  return sorts.find(({ value }) => value === wanted)?.value ?? (isRelevant ? 'relevance' : '-views');
}

/** Whether `q` has more than words and phrases that it excludes: `-money -"my money"`. */
function hasWords(search: string): boolean {
  const text = new URLSearchParams(search).get('q') ?? '';
  return /[\p{L}\p{N}]/u.test(text.replaceAll(/(?<=^|\s)-(?:["“”][^"“”]*(?:["“”]|$)|[\p{L}\p{N}]\S*)/gu, ''));
}
