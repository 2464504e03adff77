// Hashes of what a takedown blocks. Only they are stored, so the block list does not keep what was taken down.
import { hash } from 'node:crypto';
import { videoOfUrl } from '../../lib/video-url.ts';

/** Parameters that say how a link was shared, not what it shows. */
const tracking = /^(utm_\w+|fbclid|gclid|igsh|igshid|si|feature|_r|_t|is_from_webapp|sender_device|share_\w+|ref|t)$/;

/** Equal for every common form of a video's URL, and for the key of the video. */
export function canonicalUrl(given: string): string {
  const text = given.trim();
  const video = videoOfUrl(text);
  if (video !== undefined) return video;
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
