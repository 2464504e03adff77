// Names that files have for columns of a hook, where they are many.

export const fileNames = {
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
} as const;
