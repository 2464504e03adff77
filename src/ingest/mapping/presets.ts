// Presets: ready-made mappings for common files. Data only; mapping.ts describes the members.
import { importColumns } from '../../db/hook-columns.ts';
import type { Mapping } from './mapping.ts';

/**
 * Names of YouTube's categories by id (videoCategories.list), as hints for the niche, since creators choose a category for videos of every
 * niche. Categories without a niche, and film categories, are left out.
 */
const youtubeCategories: Record<string, string | null> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  21: 'People & Blogs',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  34: 'Comedy',
};

/** Labels that rules assigned upstream. Null if fewer than four of five are right. */
const viralHookPatterns: Record<string, string | null> = {
  statement: null,
  negative: null,
  curiosity: null,
  'number-led': 'listicle',
  'how-to': 'how_to',
  superlative: 'superlative',
  story: null,
  callout: null,
  gift: null,
};

/** Our own exports name the columns like the fields. */
const ownColumns = Object.fromEntries(importColumns.map((name) => [name, [name]]));

/** Used instead of the name of a preset: columns are matched by name, and no preset is detected. */
export const noPreset = 'none';

/** `detect`: columns that only files of this kind have. A file that has all of them is read with the preset. */
export type Preset = Partial<Mapping> & {
  detect: readonly string[];
  /** The same columns in another language. */
  detectAlso?: readonly string[];
};

export const presets: Readonly<Record<string, Preset>> = {
  hookline: {
    detect: ['id', 'text', 'views', 'archetype', 'emotional_trigger', 'niche'],
    map: { ...ownColumns, source_id: ['id'], labels: ['labels'] },
    finalText: ['text'],
    unguardCells: true,
    defaultSource: 'hookline',
  },
  'viral-hooks': {
    detect: ['hook', 'views', 'creator', 'niche', 'pattern'],
    map: { text: ['hook'], views: ['views'], creator: ['creator'], niche: ['niche'], archetype: ['pattern'] },
    values: { archetype: viralHookPatterns },
    cutLength: 69,
    family: 'spoken',
    defaultSource: 'viral-hooks',
    files: '*.json',
  },
  'instagram-reels': {
    detect: ['Caption', 'Plays', 'Genre', 'Post_url'],
    map: {
      text: ['Caption'],
      views: ['Plays'],
      creator: ['Username'],
      source_id: ['Post_url'],
      source_url: ['Post_url'],
      published_at: ['Post_date'],
      likes: ['Likes'],
      comments: ['Comments'],
      duration_seconds: ['Video_Duration_sec'],
      hints: ['Hashtags', 'Caption', 'Genre'],
    },
    set: { platform: 'Reels' },
    extract: { source_id: '/(?:reels?|p|tv)/([\\w-]+)' },
    defaultSource: 'instagram-reels',
    files: '*.csv',
  },
  'tiktok-scraper': {
    detect: ['text', 'playCount', 'authorMeta', 'webVideoUrl'],
    map: {
      text: ['text'],
      views: ['playCount'],
      language: ['textLanguage'],
      creator: ['authorMeta.name'],
      source_id: ['id'],
      source_url: ['webVideoUrl'],
      published_at: ['createTimeISO', 'createTime'],
      likes: ['diggCount'],
      comments: ['commentCount'],
      shares: ['shareCount'],
      saves: ['collectCount'],
      duration_seconds: ['videoMeta.duration'],
      hints: ['hashtags.*.name'],
    },
    set: { platform: 'TikTok' },
    values: { language: { un: null } },
    records: 'collector',
    defaultSource: 'tiktok-scraper',
    files: '*.{json,jsonl,csv,xlsx}',
  },
  'instagram-scraper': {
    detect: ['shortCode', 'caption', 'videoPlayCount'],
    map: {
      text: ['opening_line', 'caption'],
      views: ['videoPlayCount', 'videoViewCount'],
      creator: ['ownerUsername'],
      source_id: ['shortCode'],
      source_url: ['url'],
      published_at: ['timestamp'],
      likes: ['likesCount'],
      comments: ['commentsCount'],
      shares: ['sharesCount'],
      duration_seconds: ['videoDuration'],
      hints: ['hashtags.*'],
    },
    set: { platform: 'Reels' },
    // Few datasets have this column, since it is paid for separately.
    transcript: 'transcript',
    defaultSource: 'instagram-scraper',
    files: '*.{json,jsonl,csv,xlsx}',
  },
  'youtube-scraper': {
    detect: ['title', 'viewCount', 'channelName', 'url'],
    map: {
      // `text` contains the description.
      text: ['title'],
      views: ['viewCount'],
      creator: ['channelName'],
      source_id: ['id'],
      source_url: ['url'],
      published_at: ['date'],
      likes: ['likes'],
      comments: ['commentsCount'],
      duration_seconds: ['duration'],
      hints: ['hashtags.*'],
    },
    set: { platform: 'YouTube' },
    defaultSource: 'youtube-scraper',
    files: '*.{json,jsonl,csv,xlsx}',
  },
  'youtube-studio': {
    detect: ['Content', 'Video title', 'Video publish time', 'Views'],
    map: {
      text: ['Video title'],
      views: ['Views'],
      source_id: ['Content'],
      published_at: ['Video publish time'],
      likes: ['Likes'],
      comments: ['Comments added', 'Comments'],
      shares: ['Shares'],
      duration_seconds: ['Duration'],
    },
    set: { platform: 'YouTube' },
    derive: { source_url: 'https://www.youtube.com/watch?v={source_id}' },
    defaultSource: 'youtube-studio',
    files: '*.{csv,xlsx}',
  },
  'tiktok-studio': {
    detect: ['Video title', 'Video link', 'Post time', 'Total views'],
    map: {
      text: ['Video title'],
      views: ['Total views'],
      source_url: ['Video link'],
      published_at: ['Post time'],
      likes: ['Total likes'],
      comments: ['Total comments'],
      shares: ['Total shares'],
    },
    set: { platform: 'TikTok' },
    defaultSource: 'tiktok-studio',
    files: '*.{csv,xlsx}',
  },
  // Files of Instagram and Facebook, whose URL names the platform.
  'meta-business-suite': {
    detect: ['Post ID', 'Permalink', 'Post type', 'Publish time', 'Views'],
    detectAlso: ['ID публикации', 'Постоянная ссылка', 'Тип публикации', 'Время публикации', 'Просмотры'],
    map: {
      text: ['Description', 'Title', 'Название', 'Описание'],
      views: ['Views', 'Просмотры'],
      creator: ['Account username', 'Page name', 'Имя пользователя аккаунта', 'Название Страницы'],
      source_id: ['Post ID', 'ID публикации'],
      source_url: ['Permalink', 'Постоянная ссылка'],
      published_at: ['Publish time', 'Время публикации'],
      likes: ['Likes', 'Reactions', 'Отметки "Нравится"', 'Реакции'],
      comments: ['Comments', 'Комментарии'],
      shares: ['Shares', 'Репосты'],
      saves: ['Saves', 'Сохранения'],
      duration_seconds: ['Duration (sec)', 'Длительность (с.)'],
    },
    videoType: { columns: ['Post type', 'Тип публикации'], pattern: 'reel|video|видео' },
    dateOrder: 'month_first',
    defaultSource: 'meta-business-suite',
    files: '*.{csv,xlsx}',
  },
  'tiktok-research': {
    detect: ['id', 'video_description', 'view_count'],
    map: {
      text: ['opening_line', 'video_description'],
      views: ['view_count'],
      creator: ['username'],
      source_id: ['id'],
      published_at: ['create_time'],
      likes: ['like_count'],
      comments: ['comment_count'],
      shares: ['share_count'],
      saves: ['favorites_count'],
      duration_seconds: ['video_duration'],
      hints: ['hashtag_names.*'],
    },
    set: { platform: 'TikTok' },
    records: 'data.videos',
    transcript: 'voice_to_text',
    // TikTok finds a video by its id under any user name.
    derive: { source_url: 'https://www.tiktok.com/@_/video/{source_id}' },
    defaultSource: 'tiktok-research',
    files: '*.{json,jsonl}',
  },
  'youtube-api': {
    detect: ['id', 'snippet', 'statistics'],
    map: {
      text: ['snippet.title'],
      views: ['statistics.viewCount'],
      language: ['snippet.defaultAudioLanguage', 'snippet.defaultLanguage'],
      creator: ['snippet.channelTitle'],
      source_id: ['id'],
      published_at: ['snippet.publishedAt'],
      // Set by the collector.
      views_captured_at: ['views_captured_at'],
      likes: ['statistics.likeCount'],
      comments: ['statistics.commentCount'],
      duration_seconds: ['contentDetails.duration'],
      hints: ['snippet.categoryId', 'snippet.tags.*'],
    },
    set: { platform: 'YouTube' },
    records: 'items',
    // `zxx` means without words.
    values: { hints: youtubeCategories, language: { zxx: null } },
    derive: { source_url: 'https://www.youtube.com/watch?v={source_id}' },
    defaultSource: 'youtube-api',
    files: '*.json',
  },
  'youtube-trending': {
    detect: ['video_id', 'title', 'trending_date'],
    map: {
      text: ['title'],
      views: ['view_count', 'views'],
      creator: ['channelTitle', 'channel_title'],
      source_id: ['video_id'],
      published_at: ['publishedAt', 'publish_time'],
      views_captured_at: ['trending_date', 'date'],
      likes: ['likes'],
      comments: ['comment_count', 'comment_total'],
      hints: ['categoryId', 'category_id', 'tags'],
    },
    set: { platform: 'YouTube' },
    values: { hints: youtubeCategories },
    derive: { source_url: 'https://www.youtube.com/watch?v={source_id}' },
    unknownWhere: { likes: 'ratings_disabled', comments: 'comments_disabled' },
    shortDates: true,
    defaultSource: 'youtube-trending',
    files: '*.csv',
  },
  'yt-dlp': {
    detect: ['id', 'title', 'view_count', 'webpage_url'],
    map: {
      text: ['opening_line', 'title', 'fulltitle'],
      // Set if the audio was transcribed.
      raw_text: ['raw_text'],
      text_method: ['text_method'],
      views: ['view_count'],
      // Entries of flat playlists only have `ie_key` and `url`.
      platform: ['extractor_key', 'extractor', 'ie_key'],
      language: ['language'],
      creator: ['uploader', 'channel', 'creator'],
      source_id: ['id'],
      source_url: ['webpage_url', 'original_url', 'url'],
      published_at: ['timestamp', 'upload_date'],
      views_captured_at: ['epoch'],
      likes: ['like_count'],
      comments: ['comment_count'],
      shares: ['repost_count'],
      saves: ['save_count'],
      duration_seconds: ['duration'],
      hints: ['tags.*', 'categories.*'],
    },
    values: { platform: { Generic: null, generic: null } },
    // TikTok cuts titles, and Instagram titles only name the account.
    wholeText: 'description',
    entries: 'entries',
    defaultSource: 'yt-dlp',
    files: '*.{json,jsonl}',
    directory: 'yt-dlp',
  },
};

/** Other names of presets. */
const aliases: Readonly<Record<string, string>> = {
  'apify-tiktok': 'tiktok-scraper',
  'apify-instagram-reels': 'instagram-scraper',
  'apify-youtube': 'youtube-scraper',
};

export const presetNames: readonly string[] = [...Object.keys(presets), ...Object.keys(aliases)];

/** Returns undefined for an unknown name. */
export function findPreset(name: string): Preset | undefined {
  const known = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  return Object.hasOwn(presets, known) ? presets[known] : undefined;
}
