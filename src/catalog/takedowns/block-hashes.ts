// Hashes of what a takedown blocks. Only they are stored, so the block list does not keep what was taken down.
import { hash } from 'node:crypto';

/** URLs of one video in its several forms, with its id. Imports test every URL while a video is blocked, so they are not parsed first. */
const videoUrls: readonly [name: string, url: RegExp][] = [
  [
    'tiktok',
    /^https?:\/\/(?:[^/?#]*@)?(?:[\w-]+\.)*tiktok\.com\.?(?::\d*)?\/(?:[^?#]*\/)?(?:video|photo|v\d?)\/(\d{6,25})/i,
  ],
  ['youtube', /^https?:\/\/(?:[^/?#]*@)?(?:[\w-]+\.)*youtube\.com\.?(?::\d*)?\/watch\?(?:[^#]*&)?v=([\w-]{6,20})/i],
  [
    'youtube',
    /^https?:\/\/(?:[^/?#]*@)?(?:(?:[\w-]+\.)*youtube(?:-nocookie)?\.com\.?(?::\d*)?\/(?:shorts|embed|live|v)|youtu\.be\.?(?::\d*)?)\/([\w-]{6,20})/i,
  ],
  [
    'instagram',
    /^https?:\/\/(?:[^/?#]*@)?(?:[\w-]+\.)*instagram\.com\.?(?::\d*)?\/(?:[^?#]*\/)?(?:reels?|p|tv)\/([\w-]{5,40})/i,
  ],
];
/** Parameters that say how a link was shared, not what it shows. */
const tracking = /^(utm_\w+|fbclid|gclid|igsh|igshid|si|feature|_r|_t|is_from_webapp|sender_device|share_\w+|ref|t)$/;

/** Equal for every common form of a video's URL. */
export function canonicalUrl(given: string): string {
  const text = given.trim();
  for (const [name, form] of videoUrls) {
    const id = form.exec(text)?.[1];
    if (id !== undefined) return `${name}/${id}`;
  }
  const url = URL.parse(text);
  if (!url) return text;
  const host = url.hostname.replace(/^(www|m|mobile)\./, '');
  const kept = [...url.searchParams].filter(([name]) => !tracking.test(name)).sort();
  return `${host}${url.pathname.replace(/\/+$/, '')}?${new URLSearchParams(kept)}`;
}

export function hashUrl(url: string): string {
  return hash('sha256', canonicalUrl(url));
}

/** The same name on two platforms may be two people. */
export function hashCreator(platform: string, creator: string): string {
  const name = creator.normalize('NFKC').trim().replace(/^@+/, '').toLowerCase();
  return hash('sha256', `${platform.toLowerCase()}\n${name}`);
}
