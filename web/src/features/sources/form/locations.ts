// Locations of sources as forms show them: one channel, search or link per line.
import type { Source } from '../../../api/openapi.ts';

export type SourceKind = 'youtube' | 'yt-dlp' | 'apify' | 'url' | 'file';

export function kindOf({ location }: Pick<Source, 'location'>): SourceKind {
  if (location.startsWith('youtube:')) return 'youtube';
  if (location.startsWith('yt-dlp:')) return 'yt-dlp';
  const url = URL.parse(location);
  if (!url?.host) return 'file';
  return url.host === 'api.apify.com' ? 'apify' : 'url';
}

/** Channels and searches are one per line. */
export type YouTubeLines = { channels: string; searches: string; popular: string };

export function toYouTubeLocation({ channels, searches, popular }: YouTubeLines): string {
  return [
    ...wordsOf(channels).map((word) => `youtube:${toChannel(word)}`),
    ...linesOf(searches).map((line) => `youtube:search:"${line.replaceAll('"', '')}"`),
    ...wordsOf(popular).map((word) => `youtube:popular:${word.toUpperCase()}`),
  ].join(' ');
}

export function fromYouTubeLocation(location: string): YouTubeLines {
  const parts = (location.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((part) => part.slice('youtube:'.length));
  const after = (prefix: string) => parts.flatMap((part) => (part.startsWith(prefix) ? part.slice(prefix.length) : []));
  return {
    channels: parts.filter((part) => !/^(search|popular):/.test(part)).join('\n'),
    searches: after('search:')
      .map((query) => query.replaceAll('"', ''))
      .join('\n'),
    popular: after('popular:').join(' '),
  };
}

/** Accepts a handle, an id or a link; the service rejects anything else. */
function toChannel(word: string): string {
  const link = /youtube\.com\/(?:(?=@)|channel\/)([^/?#]+)/.exec(word)?.[1];
  const channel = decode(link ?? word.replace(/^youtube:/, ''));
  return /^(@|UC[\w-]{22}$)|\//.test(channel) ? channel : `@${channel}`;
}

export function toYtDlpLocation(links: string): string {
  // Links may contain commas, so only white space separates them.
  return links
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `yt-dlp:${toLink(word.replace(/^yt-dlp:/, ''))}`)
    .join(' ');
}

export function fromYtDlpLocation(location: string): string {
  return location.replaceAll('yt-dlp:', '').split(/\s+/).join('\n');
}

/** `text`: a link, or the id of a dataset. */
export function toApifyLocation(text: string): string {
  if (/^[\w-]+$/.test(text)) return `https://api.apify.com/v2/datasets/${text}/items?clean=true`;
  return toLink(text);
}

function toLink(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

/** Parses lines of `Name: value`; undefined without any. */
export function toHeaders(text: string): Record<string, string> | undefined {
  const pairs = linesOf(text).map((line): [string, string] => {
    const at = line.indexOf(':');
    return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}

export function fromHeaders(headers: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Shows a list as “50 locations: youtube:@a…”. The count comes first, since the end may be cut off. */
export function describeLocation(location: string): string {
  const parts = location.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  const [first = ''] = parts;
  return /^(youtube|yt-dlp):/.test(first) && parts.length > 1 ? `${parts.length} locations: ${first}…` : location;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
