// Texts that a tool wrote because the post had none: `TikTok video #7671…`, `Video by name`, a URL.

const post = '(?:video|reel|reels|post|photo|clip|short|shorts|story|vídeo|vidéo|видео|видеозапись|動画|视频|視頻)';
const site =
  '(?:tiktok|instagram|facebook|youtube|twitter|x|snapchat|threads|reddit|douyin|kwai|vk|pinterest|linkedin)';
const placeholders: readonly RegExp[] = [
  new RegExp(String.raw`^(?:${site}\s+)?${post}\s*(?:#|id|no\.?|№|:)?\s*[\w-]*\d{4,}[\w-]*$`, 'iu'),
  new RegExp(
    String.raw`^(?:an?\s+)?(?:(?:${site}\s+)?${post}\s+by|${site}\s+${post}\s+(?:from|of|von|de|da|di|door|от|av|oleh))\s+@?[\p{L}\p{N}._-]+(?:\s+[\p{L}\p{N}._-]+){0,2}(?:\s+on\s+${site})?$`,
    'iu',
  ),
  new RegExp(String.raw`^${site}(?:\s*[-–—|·:]?\s*(?:${post}|make your day|log in|login|watch))?$`, 'iu'),
  new RegExp(String.raw`^@?[\w.-]{1,30}\son\s${site}$`, 'iu'),
  /^(?:untitled|no title|no caption|n\/?a|null|none|undefined|unknown|title|test|sans titre|sin título|sem título|ohne titel|senza titolo|zonder titel|без названия|無題|无标题|제목 없음)(?:\s*\(?#?\d*\)?)$/iu,
  /^(?:private|deleted|removed|unavailable)\s+video$/i,
  /^\[(?:private|deleted|removed) video\]$/i,
  /^(?:img|vid|mvi|dsc|dscn|pxl|mov|gopr|screenrecording|screen recording|video|movie|clip)[\s_-]*[\d_-]{3,}(?:\.\w{2,4})?$/i,
  /^[\w-]+\.(?:mp4|mov|avi|mkv|webm|wmv)$/i,
  /^\d{6,}$/,
];
const url = /^(?:https?:\/\/|www\.)\S+$/i;

/** Why the text says nothing about the video, and what to do; null if it is a text. */
export function findPlaceholder(text: string): string | null {
  if (text.length > 120) return null;
  if (url.test(text)) return 'the text is only a URL; map the column that holds the caption or the spoken line';
  if (!placeholders.some((pattern) => pattern.test(text))) return null;
  return `the text is a placeholder: "${text.slice(0, 60)}"; map the column that holds the caption or the spoken line`;
}
