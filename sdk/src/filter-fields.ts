// The filters of hooks by name, written from src/catalog/search/filter-fields.ts by `npm run generate`. Do not edit.

/**
 * Every filter of the API, for forms: kind, title, and values if they are fixed. `GET /meta` lists the values of labels.
 *
 * @example
 * const labels = Object.entries(filterFields).filter(([, { kind }]) => kind === 'label');
 */
export const filterFields = {
  niche: {
    title: 'Niche',
    kind: 'label',
  },
  archetype: {
    title: 'Archetype',
    kind: 'label',
  },
  emotional_trigger: {
    title: 'Emotion',
    kind: 'label',
  },
  platform: {
    title: 'Platform',
    kind: 'label',
  },
  format: {
    title: 'Video format',
    kind: 'label',
  },
  language: {
    title: 'Language',
    kind: 'label',
  },
  min_views: {
    kind: 'count',
    unit: 'views',
  },
  max_views: {
    kind: 'count',
    unit: 'views',
  },
  added_since: {
    kind: 'time',
  },
  q: {
    title: 'Words',
    kind: 'text',
  },
  match: {
    title: 'Match',
    kind: 'choice',
    values: {
      words: 'Words',
      meaning: 'Meaning',
      both: 'Words and meaning',
    },
  },
  ids: {
    title: 'Ids',
    kind: 'list',
  },
  collection: {
    title: 'Collection',
    kind: 'list',
  },
  creator: {
    title: 'Creator',
    kind: 'list',
  },
  source_url: {
    title: 'Video URL',
    kind: 'text',
  },
  template: {
    title: 'Template',
    kind: 'text',
  },
  added_until: {
    kind: 'time',
  },
  published_since: {
    kind: 'time',
  },
  published_until: {
    kind: 'time',
  },
  min_likes: {
    kind: 'count',
    unit: 'likes',
  },
  max_likes: {
    kind: 'count',
    unit: 'likes',
  },
  min_comments: {
    kind: 'count',
    unit: 'comments',
  },
  max_comments: {
    kind: 'count',
    unit: 'comments',
  },
  min_shares: {
    kind: 'count',
    unit: 'shares',
  },
  max_shares: {
    kind: 'count',
    unit: 'shares',
  },
  min_saves: {
    kind: 'count',
    unit: 'saves',
  },
  max_saves: {
    kind: 'count',
    unit: 'saves',
  },
  min_duration_seconds: {
    kind: 'count',
    unit: 'seconds',
  },
  max_duration_seconds: {
    kind: 'count',
    unit: 'seconds',
  },
  min_word_count: {
    kind: 'count',
    unit: 'words',
  },
  max_word_count: {
    kind: 'count',
    unit: 'words',
  },
  min_views_per_day: {
    kind: 'count',
    unit: 'views a day',
  },
  max_views_per_day: {
    kind: 'count',
    unit: 'views a day',
  },
  min_views_vs_creator: {
    kind: 'count',
    unit: 'times the usual views',
    isDecimal: true,
  },
  max_views_vs_creator: {
    kind: 'count',
    unit: 'times the usual views',
    isDecimal: true,
  },
  min_creator_videos: {
    kind: 'count',
    unit: 'known videos',
  },
  max_creator_videos: {
    kind: 'count',
    unit: 'known videos',
  },
  has: {
    title: 'Must have',
    kind: 'list',
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
  },
  labels_method: {
    title: 'Where labels come from',
    kind: 'list',
    values: {
      given: 'the source',
      rules: 'a guess',
      curator: 'a curator',
    },
  },
  min_confidence: {
    title: 'How sure the labels are',
    kind: 'share',
  },
  sample: {
    title: 'Sample data',
    kind: 'flag',
  },
} as const;
