// Table of all filters of hooks. Query and body schemas, filters in words, command line options, n8n fields and page forms are derived from
// it: `npm run generate` writes the copies for packages that do not import the service.
import { type Dimension, dimensions, dimensionTitles } from '../snapshot/snapshot.ts';

/** Numbers with a `min_` and a `max_` filter. `unit` follows the number; hooks with an unknown number do not match. */
const counts = {
  views: { unit: 'views', example: '500k', of: 'views' },
  likes: { unit: 'likes', example: '10k', of: 'likes; hooks whose likes are unknown are not found' },
  comments: { unit: 'comments', example: '500', of: 'comments; hooks whose comments are unknown are not found' },
  shares: { unit: 'shares', example: '500', of: 'shares; hooks whose shares are unknown are not found' },
  saves: { unit: 'saves', example: '500', of: 'saves; hooks whose saves are unknown are not found' },
  duration_seconds: {
    unit: 'seconds',
    example: '15',
    of: 'seconds of the video; hooks whose duration is unknown are not found',
  },
  word_count: { unit: 'words', example: '5', of: 'words in the text' },
  views_per_day: { unit: 'views a day', example: '10k', of: 'views a day between the two newest counts' },
  views_vs_creator: {
    unit: 'times the usual views',
    example: '2.5',
    of: 'views divided by the median of the creator, if 5 videos are known',
    isDecimal: true,
  },
  creator_videos: { unit: 'known videos', example: '20', of: 'known videos of the creator, if 5 are known' },
} as const satisfies Record<string, { unit: string; example: string; of: string; isDecimal?: true }>;
export type CountField = keyof typeof counts;
export const countFields = Object.keys(counts) as CountField[];

/** Record fields that `has` accepts. */
const presence = {
  format: 'video format',
  language: 'language',
  creator: 'creator',
  source_url: 'video URL',
  published_at: 'publish date',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  duration_seconds: 'duration',
  template: 'template',
} as const;
export type PresenceField = keyof typeof presence;
export const presenceFields = Object.keys(presence) as PresenceField[];

const methods = { given: 'the source', rules: 'a guess', curator: 'a curator' };

/**
 * `label` and `list` match hooks that have one of the values; a leading `-` excludes a value. `time` is ISO 8601, `share` is 0 to 1, `text`
 * is one value, commas included, and `choice` is one of `values`.
 */
export type FilterKind = 'label' | 'list' | 'count' | 'time' | 'share' | 'flag' | 'text' | 'choice';
export type FilterField = {
  kind: FilterKind;
  title: string;
  description: string;
  /** All values with their titles, if they are fixed. */
  values?: Readonly<Record<string, string>>;
  /** Unit that follows a number. */
  unit?: string;
  /** Whether decimals are allowed. */
  isDecimal?: true;
  /** Example as a person would enter it. */
  example?: string;
  /** Filter of which this is another name. */
  aliasOf?: string;
};

const anyOf = 'one or more values (OR); a leading `-` excludes one; case and known aliases do not matter';
const label = (title: string, name = title): FilterField => ({
  kind: 'label',
  title,
  description: `${name}: ${anyOf}`,
});

type LabelName = Dimension | 'emotion';
type ListName = LabelName | 'ids' | 'collection' | 'creator' | 'has' | 'labels_method';
type CountName = `${'min' | 'max'}_${CountField}`;
type TimeName = `${'added' | 'published'}_${'since' | 'until'}`;
type TextName = 'source_url' | 'template' | 'q' | 'match';

export type FilterName = ListName | CountName | TimeName | TextName | 'min_confidence' | 'sample';

/** Filters as clients send them. */
export type FilterInput = Partial<
  Record<ListName, string[]> &
    Record<CountName, number> &
    Record<TimeName | TextName, string> & { min_confidence: number; sample: boolean }
>;

const bounds = Object.fromEntries(
  Object.entries(counts).flatMap(([field, { unit, example, of, ...more }]) =>
    (['Minimum', 'Maximum'] as const).map((side): [string, FilterField] => [
      `${side.slice(0, 3).toLowerCase()}_${field}`,
      { kind: 'count', title: `${side} ${unit}`, unit, example, description: `${side} ${of}`, ...more },
    ]),
  ),
) as Record<CountName, FilterField>;
const { min_views, max_views, ...otherBounds } = bounds;

const labelTitles: Partial<Record<Dimension, string>> = { emotional_trigger: 'Emotion', language: 'Language' };
const labelExamples: Readonly<Record<Dimension, string>> = {
  niche: 'finance',
  archetype: 'bold_claim',
  emotional_trigger: 'curiosity',
  platform: 'TikTok',
  format: 'vlog',
  language: 'en',
};
const labels = Object.fromEntries(
  dimensions.map((name) => {
    const title = dimensionTitles[name];
    const meaning = name === 'language' ? `${title}, where en also finds en-US` : title;
    return [name, { ...label(labelTitles[name] ?? title, meaning), example: labelExamples[name] }];
  }),
) as Record<Dimension, FilterField>;

const since = 'at or after this time, ISO 8601; a date is its start in UTC';
const until = 'at or before this time, ISO 8601; a date is its end in UTC';

export const filterFields: Readonly<Record<FilterName, FilterField>> = {
  ...labels,
  emotion: { ...label('Emotion', 'Alias of emotional_trigger'), aliasOf: 'emotional_trigger' },
  min_views,
  max_views,
  added_since: { kind: 'time', title: 'Added since', description: `Added to the database ${since}` },
  q: {
    kind: 'text',
    title: 'Words',
    example: '"index fund" -crypto',
    description:
      'Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes',
  },
  match: {
    kind: 'choice',
    title: 'Match',
    values: { words: 'Words', meaning: 'Meaning', both: 'Words and meaning' },
    description:
      'How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first)',
  },
  ids: { kind: 'list', title: 'Ids', description: 'Ids of hooks: at most 100 in a query, 1,000 in JSON' },
  collection: {
    kind: 'list',
    title: 'Collection',
    description:
      'In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one',
  },
  creator: {
    kind: 'list',
    title: 'Creator',
    example: '@name, -@other',
    description: 'Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter',
  },
  source_url: {
    kind: 'text',
    title: 'Video URL',
    example: 'https://youtu.be/dQw4w9WgXcQ',
    description: 'URL of the source video, in any form',
  },
  template: {
    kind: 'text',
    title: 'Template',
    example: 'I made [amount] in [time]',
    description: 'Template as in the full hook, such as `I made [amount] in [time]`',
  },
  added_until: { kind: 'time', title: 'Added until', description: `Added to the database ${until}` },
  published_since: { kind: 'time', title: 'Published since', description: `Video published ${since}` },
  published_until: { kind: 'time', title: 'Published until', description: `Video published ${until}` },
  ...otherBounds,
  has: {
    kind: 'list',
    title: 'Must have',
    values: presence,
    description: `Fields that are known (AND): ${presenceFields.join(', ')}, or duration; a leading \`-\` finds unknown ones`,
  },
  labels_method: {
    kind: 'list',
    title: 'Where labels come from',
    values: methods,
    description: `Method of the labels: ${Object.keys(methods).join(', ')} (OR); a leading \`-\` excludes one`,
  },
  min_confidence: {
    kind: 'share',
    title: 'How sure the labels are',
    description: 'Minimum confidence of the labels, 0 to 1',
  },
  sample: {
    kind: 'flag',
    title: 'Sample data',
    description: 'Only hooks of sample data, or only others',
  },
};

export const filterNames = Object.keys(filterFields) as readonly FilterName[];
