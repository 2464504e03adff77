// The filters of hooks, written from src/catalog/search/filter-fields.ts by `npm run generate`. Do not edit.

export type FilterField = {
  name: string;
  kind: 'label' | 'list' | 'count' | 'time' | 'share' | 'flag' | 'text' | 'choice';
  title: string;
  description: string;
  example?: string;
  values?: Readonly<Record<string, string>>;
};

export const filterFields: readonly FilterField[] = [
  {
    name: 'niche',
    kind: 'label',
    title: 'Niche',
    description: 'Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter',
    example: 'finance',
  },
  {
    name: 'archetype',
    kind: 'label',
    title: 'Archetype',
    description: 'Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter',
    example: 'bold_claim',
  },
  {
    name: 'emotional_trigger',
    kind: 'label',
    title: 'Emotion',
    description:
      'Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter',
    example: 'curiosity',
  },
  {
    name: 'platform',
    kind: 'label',
    title: 'Platform',
    description: 'Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter',
    example: 'TikTok',
  },
  {
    name: 'format',
    kind: 'label',
    title: 'Video format',
    description:
      'Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter',
    example: 'vlog',
  },
  {
    name: 'language',
    kind: 'label',
    title: 'Language',
    description:
      'Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter',
    example: 'en',
  },
  {
    name: 'min_views',
    kind: 'count',
    title: 'Minimum views',
    example: '500k',
    description: 'Minimum views',
  },
  {
    name: 'max_views',
    kind: 'count',
    title: 'Maximum views',
    example: '500k',
    description: 'Maximum views',
  },
  {
    name: 'added_since',
    kind: 'time',
    title: 'Added since',
    description: 'Added to the database at or after this time, ISO 8601; a date is its start in UTC',
  },
  {
    name: 'q',
    kind: 'text',
    title: 'Words',
    example: '"index fund" -crypto',
    description:
      'Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes',
  },
  {
    name: 'match',
    kind: 'choice',
    title: 'Match',
    values: {
      words: 'Words',
      meaning: 'Meaning',
      both: 'Words and meaning',
    },
    description:
      'How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first)',
  },
  {
    name: 'ids',
    kind: 'list',
    title: 'Ids',
    description: 'Ids of hooks: at most 100 in a query, 1,000 in JSON',
  },
  {
    name: 'collection',
    kind: 'list',
    title: 'Collection',
    description:
      'In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one',
  },
  {
    name: 'creator',
    kind: 'list',
    title: 'Creator',
    example: '@name, -@other',
    description: 'Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter',
  },
  {
    name: 'source_url',
    kind: 'text',
    title: 'Video URL',
    example: 'https://youtu.be/dQw4w9WgXcQ',
    description: 'URL of the source video, in any form',
  },
  {
    name: 'template',
    kind: 'text',
    title: 'Template',
    example: 'I made [amount] in [time]',
    description: 'Template as in the full hook, such as `I made [amount] in [time]`',
  },
  {
    name: 'added_until',
    kind: 'time',
    title: 'Added until',
    description: 'Added to the database at or before this time, ISO 8601; a date is its end in UTC',
  },
  {
    name: 'published_since',
    kind: 'time',
    title: 'Published since',
    description: 'Video published at or after this time, ISO 8601; a date is its start in UTC',
  },
  {
    name: 'published_until',
    kind: 'time',
    title: 'Published until',
    description: 'Video published at or before this time, ISO 8601; a date is its end in UTC',
  },
  {
    name: 'min_likes',
    kind: 'count',
    title: 'Minimum likes',
    example: '10k',
    description: 'Minimum likes; hooks whose likes are unknown are not found',
  },
  {
    name: 'max_likes',
    kind: 'count',
    title: 'Maximum likes',
    example: '10k',
    description: 'Maximum likes; hooks whose likes are unknown are not found',
  },
  {
    name: 'min_comments',
    kind: 'count',
    title: 'Minimum comments',
    example: '500',
    description: 'Minimum comments; hooks whose comments are unknown are not found',
  },
  {
    name: 'max_comments',
    kind: 'count',
    title: 'Maximum comments',
    example: '500',
    description: 'Maximum comments; hooks whose comments are unknown are not found',
  },
  {
    name: 'min_shares',
    kind: 'count',
    title: 'Minimum shares',
    example: '500',
    description: 'Minimum shares; hooks whose shares are unknown are not found',
  },
  {
    name: 'max_shares',
    kind: 'count',
    title: 'Maximum shares',
    example: '500',
    description: 'Maximum shares; hooks whose shares are unknown are not found',
  },
  {
    name: 'min_saves',
    kind: 'count',
    title: 'Minimum saves',
    example: '500',
    description: 'Minimum saves; hooks whose saves are unknown are not found',
  },
  {
    name: 'max_saves',
    kind: 'count',
    title: 'Maximum saves',
    example: '500',
    description: 'Maximum saves; hooks whose saves are unknown are not found',
  },
  {
    name: 'min_duration_seconds',
    kind: 'count',
    title: 'Minimum seconds',
    example: '15',
    description: 'Minimum seconds of the video; hooks whose duration is unknown are not found',
  },
  {
    name: 'max_duration_seconds',
    kind: 'count',
    title: 'Maximum seconds',
    example: '15',
    description: 'Maximum seconds of the video; hooks whose duration is unknown are not found',
  },
  {
    name: 'min_word_count',
    kind: 'count',
    title: 'Minimum words',
    example: '5',
    description: 'Minimum words in the text',
  },
  {
    name: 'max_word_count',
    kind: 'count',
    title: 'Maximum words',
    example: '5',
    description: 'Maximum words in the text',
  },
  {
    name: 'min_views_per_day',
    kind: 'count',
    title: 'Minimum views a day',
    example: '10k',
    description: 'Minimum views a day between the two newest counts',
  },
  {
    name: 'max_views_per_day',
    kind: 'count',
    title: 'Maximum views a day',
    example: '10k',
    description: 'Maximum views a day between the two newest counts',
  },
  {
    name: 'min_views_vs_creator',
    kind: 'count',
    title: 'Minimum times the usual views',
    example: '2.5',
    description: 'Minimum views divided by the median of the creator, if 5 videos are known',
  },
  {
    name: 'max_views_vs_creator',
    kind: 'count',
    title: 'Maximum times the usual views',
    example: '2.5',
    description: 'Maximum views divided by the median of the creator, if 5 videos are known',
  },
  {
    name: 'min_creator_videos',
    kind: 'count',
    title: 'Minimum known videos',
    example: '20',
    description: 'Minimum known videos of the creator, if 5 are known',
  },
  {
    name: 'max_creator_videos',
    kind: 'count',
    title: 'Maximum known videos',
    example: '20',
    description: 'Maximum known videos of the creator, if 5 are known',
  },
  {
    name: 'has',
    kind: 'list',
    title: 'Must have',
    values: {
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
    },
    description:
      'Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones',
  },
  {
    name: 'labels_method',
    kind: 'list',
    title: 'Where labels come from',
    values: {
      given: 'the source',
      rules: 'a guess',
      curator: 'a curator',
    },
    description: 'Method of the labels: given, rules, curator (OR); a leading `-` excludes one',
  },
  {
    name: 'min_confidence',
    kind: 'share',
    title: 'How sure the labels are',
    description: 'Minimum confidence of the labels, 0 to 1',
  },
  {
    name: 'sample',
    kind: 'flag',
    title: 'Sample data',
    description: 'Only hooks of sample data, or only others',
  },
];
