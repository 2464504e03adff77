// What transcription needs to know of a video, from the info.json of yt-dlp.
import { videoOfUrl } from '../../lib/video-url.ts';
import { hasOwnIds } from '../collect/yt-dlp/listing.ts';
import { audioSeconds } from './audio.ts';

type Info = Readonly<Record<string, unknown>>;

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** `youtube/ID` as for hooks, else the site and the id of yt-dlp. Undefined if it has neither. */
export function videoKeyOf(info: Info): string | undefined {
  const byUrl = videoOfUrl(text(info.webpage_url) ?? '');
  if (byUrl !== undefined) return byUrl;
  const site = text(info.extractor_key) ?? text(info.extractor) ?? text(info.ie_key);
  const id = text(info.id);
  if (site === undefined || id === undefined) return undefined;
  const name = hasOwnIds(site) ? id : (text(info.webpage_url) ?? id);
  return `${site.toLowerCase()}/${name}`.slice(0, 1000);
}

/** What the video would be called otherwise. */
export function titleOf(info: Info): string | undefined {
  return text(info.title) ?? text(info.fulltitle);
}

/** Lyrics are no opening line. */
export function isMusic({ categories }: Info): boolean {
  return Array.isArray(categories) && categories.some((name) => /^music$/i.test(String(name)));
}

/** Of the audio that is transcribed. */
export function secondsOf({ duration }: Info): number {
  const isKnown = typeof duration === 'number' && duration > 0;
  return isKnown ? Math.min(Math.ceil(duration), audioSeconds) : audioSeconds;
}
