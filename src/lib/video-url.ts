// Canonical videos: one key for every form of a video's URL, such as `youtube/dQw4w9WgXcQ`.

/** The domain is the first group. Imports test every URL, so URLs are not parsed. */
const site =
  /^\s*(?:(?:https?:)?\/\/)?(?:[^/?#@]*@)?(?:[\w-]+\.)*?(youtube(?:-nocookie|kids)?\.com|youtu\.be|tiktokv?\.com|instagram\.com|instagr\.am|facebook\.com|fb\.com)\.?(?::\d*)?(?=[/?#])/iy;

/**
 * YouTube ids have 11 characters, and YouTube's players ignore text after them. `videoseries` and `live_stream` replace the id where a
 * playlist or a channel is embedded.
 */
const youtubeId = String.raw`(?!(?:videoseries|live_stream)\b)([\w-]{11})`;
const parameter = (name: string) => String.raw`\?(?:[^#]*[&;])?${name}=`;
const folders = String.raw`\/(?:[^?#]*\/)?`;

/** The rest of a URL after the domain, with the id as the first group. */
const youtube = new RegExp(
  String.raw`\/(?:(?:watch|#!\/watch)?\/?${parameter('v')}|(?:shorts|embed|live|v|e|watch)\/)${youtubeId}`,
  'iy',
);
const youtuBe = new RegExp(String.raw`\/(?:(?:watch)?${parameter('v')})?${youtubeId}`, 'iy');
const tiktok = new RegExp(
  String.raw`${folders}(?:video|photo|v\d?|embed|player)\/(?:v\d\/)?(\d{6,25})|\/[^#]*[?&;]item_id=(\d{6,25})`,
  'iy',
);
const instagram = new RegExp(String.raw`${folders}(?<!\/share\/)(?:reels?|p|tv)\/(?!audio\/)([\w-]{5,40})`, 'iy');
const facebook = new RegExp(
  String.raw`(?:\/(?:watch(?:\/live)?|video\.php)\/?${parameter('v')}|${folders}(?:reels?|videos)\/(?:[^/?#]*\/)?)(\d{6,25})`,
  'iy',
);

const forms: Readonly<Record<string, readonly [site: string, path: RegExp]>> = {
  'youtube.com': ['youtube', youtube],
  'youtube-nocookie.com': ['youtube', youtube],
  'youtubekids.com': ['youtube', youtube],
  'youtu.be': ['youtube', youtuBe],
  'tiktok.com': ['tiktok', tiktok],
  'tiktokv.com': ['tiktok', tiktok],
  'instagram.com': ['instagram', instagram],
  'instagr.am': ['instagram', instagram],
  'facebook.com': ['facebook', facebook],
  'fb.com': ['facebook', facebook],
};

const platforms: Readonly<Record<string, string>> = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  instagram: 'Reels',
  facebook: 'Facebook',
};

/** Bare ids of platforms whose ids cannot be mistaken for anything else. */
const idForms: Readonly<Record<string, readonly [site: string, id: RegExp]>> = {
  TikTok: ['tiktok', /^\d{18,20}$/],
  YouTube: ['youtube', /^(?=.*[A-Za-z_-])[\w-]{11}$/],
  Reels: ['instagram', /^(?=.*[A-Za-z_-])[\w-]{11}$/],
};

/** Returns the key of the video of a URL, or undefined if the URL has no video id, such as the short links vm.tiktok.com and fb.watch. */
export function videoOfUrl(url: string): string | undefined {
  const form = formOf(url);
  if (form === undefined) return undefined;
  const [name, path] = form;
  path.lastIndex = site.lastIndex;
  const found = path.exec(url);
  const id = found?.[1] ?? found?.[2];
  return id === undefined ? undefined : `${name}/${id}`;
}

/** Returns the platform of the URL's site, even if the URL names no video, or null. */
export function platformOfUrl(url: string): string | null {
  const [name = ''] = formOf(url) ?? [];
  return platforms[name] ?? null;
}

/** Sets `site.lastIndex` to the end of the domain. */
function formOf(url: string): (typeof forms)[string] | undefined {
  site.lastIndex = 0;
  const domain = site.exec(url)?.[1];
  return domain === undefined ? undefined : forms[domain.toLowerCase()];
}

type Origin = { platform: string | null; source_id: string | null; source_url: string | null };

/** Returns the key of a record's video: by its URL, otherwise by its id on a known platform. */
export function videoOf({ platform, source_id, source_url }: Origin): string | null {
  const byUrl = source_url === null ? undefined : videoOfUrl(source_url);
  if (byUrl !== undefined) return byUrl;
  const [name, form] = idForms[platform ?? ''] ?? [];
  return source_id !== null && form?.test(source_id) ? `${name}/${source_id}` : null;
}
