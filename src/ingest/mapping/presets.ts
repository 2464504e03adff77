// Presets: ready-made mappings for common files. Data only; mapping.ts describes the members.
import { importColumns } from '../../db/hook-columns.ts';
import type { Mapping } from './mapping.ts';

/** Niches by YouTube category id (videoCategories.list). Shorts (42) and foreign films (38) have no niche. */
const youtubeCategories: Record<string, string | null> = {
  1: 'entertainment',
  2: 'automotive',
  10: 'music',
  15: 'pets',
  17: 'sports',
  18: 'entertainment',
  19: 'travel',
  20: 'gaming',
  21: 'lifestyle',
  22: 'lifestyle',
  23: 'comedy',
  24: 'entertainment',
  25: 'news',
  26: 'home',
  27: 'education',
  28: 'science',
  29: 'news',
  30: 'entertainment',
  31: 'entertainment',
  32: 'entertainment',
  33: 'entertainment',
  34: 'comedy',
  35: 'entertainment',
  36: 'entertainment',
  37: 'parenting',
  38: null,
  39: 'entertainment',
  40: 'entertainment',
  41: 'entertainment',
  42: null,
  43: 'entertainment',
  44: 'entertainment',
};

/** Assigned by rules upstream. `statement` says nothing and `negative` is often wrong, so the classifier decides those. */
const viralHookPatterns: Record<string, string | null> = {
  statement: null,
  negative: null,
  curiosity: 'curiosity_gap',
  'number-led': 'listicle',
  'how-to': 'how_to',
  superlative: 'superlative',
  story: 'story',
  callout: 'identity_callout',
  gift: 'offer',
};

const reelGenres: Record<string, string | null> = {
  Fashion: 'fashion',
  Tech: 'tech',
  Travel: 'travel',
  Educational: 'education',
  Business: 'business',
  Food: 'food',
  Gym: 'fitness',
  Memes: 'comedy',
};

/** Our own exports name the columns as the fields. */
const ownColumns = Object.fromEntries(importColumns.map((name) => [name, [name]]));

/** Instead of the name of a preset: columns are matched by name, and no preset is detected. */
export const noPreset = 'none';

/** `detect`: the columns that tell files of this kind from all others. A file that has all of them is read with the preset. */
export type Preset = Partial<Mapping> & { detect: readonly string[] };

export const presets: Readonly<Record<string, Preset>> = {
  hookline: {
    detect: ['id', 'text', 'views', 'archetype', 'emotional_trigger', 'niche'],
    map: { ...ownColumns, source_id: ['id'], labels: ['labels'] },
    firstLine: false,
    unguardCells: true,
    defaultSource: 'hookline',
  },
  'viral-hooks': {
    detect: ['hook', 'views', 'creator', 'niche', 'pattern'],
    map: { text: ['hook'], views: ['views'], creator: ['creator'], niche: ['niche'], archetype: ['pattern'] },
    values: { archetype: viralHookPatterns },
    defaultSource: 'viral-hooks',
    files: '*.json',
  },
  'instagram-reels': {
    detect: ['Caption', 'Plays', 'Genre', 'Post_url'],
    map: {
      text: ['Caption'],
      views: ['Plays'],
      niche: ['Genre'],
      creator: ['Username'],
      source_id: ['Post_url'],
      source_url: ['Post_url'],
      published_at: ['Post_date'],
      likes: ['Likes'],
      comments: ['Comments'],
      duration_seconds: ['Video_Duration_sec'],
      hints: ['Hashtags', 'Caption'],
    },
    set: { platform: 'Reels' },
    values: { niche: reelGenres },
    extract: { source_id: '/(?:reels?|p|tv)/([\\w-]+)' },
    defaultSource: 'instagram-reels',
    files: '*.csv',
  },
  'tiktok-scraper': {
    detect: ['text', 'playCount', 'authorMeta', 'webVideoUrl'],
    map: {
      text: ['text'],
      views: ['playCount'],
      creator: ['authorMeta.name'],
      source_id: ['id'],
      source_url: ['webVideoUrl'],
      published_at: ['createTime'],
      likes: ['diggCount'],
      comments: ['commentCount'],
      shares: ['shareCount'],
      duration_seconds: ['videoMeta.duration'],
      hints: ['hashtags.*.name'],
    },
    set: { platform: 'TikTok' },
    records: 'collector',
    stripTags: true,
    defaultSource: 'tiktok-scraper',
    files: '*.json',
  },
  'youtube-trending': {
    detect: ['video_id', 'title', 'trending_date'],
    map: {
      text: ['title'],
      views: ['view_count', 'views'],
      niche: ['categoryId', 'category_id'],
      creator: ['channelTitle', 'channel_title'],
      source_id: ['video_id'],
      published_at: ['publishedAt', 'publish_time'],
      views_captured_at: ['trending_date', 'date'],
      likes: ['likes'],
      comments: ['comment_count', 'comment_total'],
      hints: ['tags'],
    },
    set: { platform: 'YouTube' },
    values: { niche: youtubeCategories },
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
      views: ['view_count'],
      platform: ['extractor_key', 'extractor'],
      niche: ['categories.*'],
      language: ['language'],
      creator: ['uploader', 'channel', 'creator'],
      source_id: ['id'],
      source_url: ['webpage_url', 'original_url'],
      published_at: ['timestamp', 'upload_date'],
      views_captured_at: ['epoch'],
      likes: ['like_count'],
      comments: ['comment_count'],
      shares: ['repost_count'],
      duration_seconds: ['duration'],
      hints: ['tags.*', 'categories.*'],
    },
    values: { platform: { Generic: null, generic: null } },
    defaultSource: 'yt-dlp',
    files: '*.{json,jsonl}',
    directory: 'yt-dlp',
  },
};
