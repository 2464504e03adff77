// Locations of YouTube: a channel by its handle or id, a search, or the most popular videos of a country.

export type YouTubeLocation =
  | { kind: 'handle'; handle: string }
  | { kind: 'channel'; id: string }
  | { kind: 'search'; query: string }
  | { kind: 'popular'; region: string };

export function parseYouTube(location: string): YouTubeLocation | { problem: string } {
  const text = location.slice('youtube:'.length);
  const handle = /^@[\p{L}\p{N}._·-]{1,100}$/u.exec(text)?.[0];
  if (handle !== undefined) return { kind: 'handle', handle };
  if (/^UC[\w-]{22}$/.test(text)) return { kind: 'channel', id: text };
  const region = /^popular:([A-Z]{2})$/.exec(text)?.[1];
  if (region !== undefined) return { kind: 'popular', region };
  const query = /^search:"?([^"]+?)"?$/.exec(text)?.[1]?.trim();
  if (query !== undefined && query !== '') return { kind: 'search', query };
  return {
    problem: `"${location.slice(0, 100)}" is no location of YouTube. Use youtube:@handle, youtube:UC… (the id of a channel), youtube:search:"words" or youtube:popular:US.`,
  };
}
