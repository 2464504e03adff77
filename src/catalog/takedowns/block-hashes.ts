// Hashes of what a takedown blocks. Only they are stored, so the block list does not keep what was taken down.
import { hash } from 'node:crypto';

/** Hosts whose URLs name one video in several forms, and how to find its id in the path. */
const videoPaths: readonly [host: RegExp, name: string, path: RegExp][] = [
  [/(^|\.)youtube(-nocookie)?\.com$/, 'youtube', /^\/(?:shorts|embed|live|v)\/([\w-]{6,20})/],
  [/^youtu\.be$/, 'youtube', /^\/([\w-]{6,20})/],
  [/(^|\.)tiktok\.com$/, 'tiktok', /\/(?:video|photo|v)\/(\d{6,25})/],
  [/(^|\.)instagram\.com$/, 'instagram', /\/(?:reels?|p|tv)\/([\w-]{5,40})/],
];
/** Parameters that say how a link was shared, not what it shows. */
const tracking = /^(utm_\w+|fbclid|gclid|igsh|igshid|si|feature|_r|_t|is_from_webapp|sender_device|share_\w+|ref|t)$/;

/** Equal for every common form of a video's URL. */
export function canonicalUrl(given: string): string {
  const url = URL.parse(given.trim());
  if (!url) return given.trim();
  const host = url.hostname.replace(/^(www|m|mobile)\./, '');
  const watched = /(^|\.)youtube\.com$/.test(host) && url.pathname === '/watch' ? url.searchParams.get('v') : null;
  if (watched) return `youtube/${watched}`;
  for (const [isHost, name, path] of videoPaths) {
    const id = isHost.test(host) ? path.exec(url.pathname)?.[1] : undefined;
    if (id !== undefined) return `${name}/${id}`;
  }
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
