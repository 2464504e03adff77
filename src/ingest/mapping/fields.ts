// The fields that a column can be mapped to, and the names that other tools use for them. Data only.

const aliases = {
  text: ['hook', 'hook_text', 'opening_line', 'title', 'caption', 'video_title', 'headline', 'desc'],
  views: [
    'view_count',
    'views_count',
    'plays',
    'play_count',
    'video_views',
    'total_views',
    'video_play_count',
    'video_view_count',
  ],
  platform: ['network', 'site', 'extractor_key', 'extractor'],
  archetype: ['hook_archetype', 'hook_type', 'pattern'],
  emotional_trigger: ['emotion', 'trigger', 'emotional_triggers'],
  niche: ['category', 'topic', 'genre', 'vertical'],
  format: ['video_format', 'content_format'],
  language: ['lang', 'locale'],
  creator: [
    'author',
    'username',
    'channel_title',
    'channel',
    'uploader',
    'account',
    'creator_name',
    'author_name',
    'handle',
  ],
  source_id: ['id', 'video_id', 'post_id', 'aweme_id', 'shortcode'],
  source_url: ['url', 'link', 'video_url', 'post_url', 'webpage_url', 'web_video_url', 'permalink'],
  published_at: [
    'published',
    'publish_time',
    'publish_date',
    'post_date',
    'posted_at',
    'create_time',
    'upload_date',
    'timestamp',
    'date',
  ],
  views_captured_at: ['captured_at', 'scraped_at', 'collected_at', 'crawled_at', 'trending_date'],
  likes: ['like_count', 'likes_count', 'digg_count'],
  comments: ['comment_count', 'comments_count', 'comment_total'],
  shares: ['share_count', 'shares_count', 'repost_count'],
  duration_seconds: ['duration', 'video_duration', 'video_duration_sec', 'length_seconds'],
  template: ['hook_template'],
  hints: ['hashtags', 'tags', 'keywords', 'categories'],
  labels: [],
} as const satisfies Record<string, readonly string[]>;

/** `hints` are hashtags and tags for the classifier; `labels` is the `{method, confidence}` of our own exports. */
export type Field = keyof typeof aliases;

export const fields: readonly Field[] = Object.keys(aliases).filter(isField);

export function isField(name: string): name is Field {
  return Object.hasOwn(aliases, name);
}

export function aliasesOf(field: Field): readonly string[] {
  return aliases[field];
}
