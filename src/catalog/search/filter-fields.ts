// The filters of hooks by name, in one table. The schemas of queries and of JSON bodies are derived from it.
import { labelMethods } from '../snapshot/filter-columns.ts';
import { type Dimension, dimensions, dimensionTitles } from '../snapshot/snapshot.ts';

/** Numbers with a `min_` and a `max_`. */
export const countFields = ['views', 'likes', 'comments', 'shares', 'duration_seconds', 'word_count'] as const;
type CountField = (typeof countFields)[number];

/** Fields of the record that `has` can ask for. */
export const presenceFields = [
  'format',
  'language',
  'creator',
  'source_url',
  'published_at',
  'likes',
  'comments',
  'shares',
  'duration_seconds',
  'template',
] as const;
export type PresenceField = (typeof presenceFields)[number];

/**
 * `list`: values of which a hook has one; a leading `-` excludes a value. `time`: ISO 8601. `share`: 0 to 1. `text` is one value,
 * commas included.
 */
export type FilterKind = 'list' | 'count' | 'time' | 'share' | 'flag' | 'text';
export type FilterField = { kind: FilterKind; description: string };

const anyOf = 'one or more values (OR); a leading `-` excludes one; case and known aliases do not matter';
const label = (title: string): FilterField => ({ kind: 'list', description: `${title}: ${anyOf}` });

type LabelName = Dimension | 'emotion';
const labelTitles: Readonly<Record<LabelName, string>> = {
  ...dimensionTitles,
  language: `${dimensionTitles.language}, where en also finds en-US`,
  emotion: 'Alias of emotional_trigger',
};
type ListName = LabelName | 'ids' | 'collection' | 'creator' | 'has' | 'labels_method';
type CountName = `${'min' | 'max'}_${CountField}`;
type TimeName = `${'added' | 'published'}_${'since' | 'until'}`;
type TextName = 'source_url' | 'template' | 'q';

export type FilterName = ListName | CountName | TimeName | TextName | 'min_confidence' | 'sample';

/** Filters as clients send them. */
export type FilterInput = Partial<
  Record<ListName, string[]> &
    Record<CountName, number> &
    Record<TimeName | TextName, string> & { min_confidence: number; sample: boolean }
>;

const countTitles: Readonly<Record<CountField, string>> = {
  views: 'views',
  likes: 'likes; hooks whose likes are unknown are not found',
  comments: 'comments; hooks whose comments are unknown are not found',
  shares: 'shares; hooks whose shares are unknown are not found',
  duration_seconds: 'seconds of the video; hooks whose duration is unknown are not found',
  word_count: 'words in the text',
};

const counts = Object.fromEntries(
  countFields.flatMap((field) => [
    [`min_${field}`, { kind: 'count', description: `Minimum ${countTitles[field]}` }],
    [`max_${field}`, { kind: 'count', description: `Maximum ${countTitles[field]}` }],
  ]),
) as Record<CountName, FilterField>;
const { min_views, max_views, ...otherCounts } = counts;

const labels = Object.fromEntries(
  [...dimensions, 'emotion' as const].map((name) => [name, label(labelTitles[name])]),
) as Record<LabelName, FilterField>;

const since = 'at or after this time, ISO 8601; a date is its start in UTC';
const until = 'at or before this time, ISO 8601; a date is its end in UTC';

export const filterFields: Readonly<Record<FilterName, FilterField>> = {
  ...labels,
  min_views,
  max_views,
  added_since: { kind: 'time', description: `Added to the database ${since}` },
  q: {
    kind: 'text',
    description:
      'Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes',
  },
  ids: { kind: 'list', description: 'Ids of hooks: at most 100 in a query, 1,000 in JSON' },
  collection: {
    kind: 'list',
    description:
      'In a collection of yours: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one',
  },
  creator: {
    kind: 'list',
    description: 'Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter',
  },
  source_url: { kind: 'text', description: 'URL of the source video, in any form' },
  template: { kind: 'text', description: 'Template as in the full hook, such as `I made [amount] in [time]`' },
  added_until: { kind: 'time', description: `Added to the database ${until}` },
  published_since: { kind: 'time', description: `Video published ${since}` },
  published_until: { kind: 'time', description: `Video published ${until}` },
  ...otherCounts,
  has: {
    kind: 'list',
    description: `Fields that are known (AND): ${presenceFields.join(', ')}, or duration; a leading \`-\` finds unknown ones`,
  },
  labels_method: {
    kind: 'list',
    description: `Method of the labels: ${labelMethods.join(', ')} (OR); a leading \`-\` excludes one`,
  },
  min_confidence: { kind: 'share', description: 'Minimum confidence of the labels, 0 to 1' },
  sample: { kind: 'flag', description: 'Only hooks of the invented starter set, or only others' },
};

export const filterNames = Object.keys(filterFields) as readonly FilterName[];
