// Location of a source: a path, a URL, or what a collector reads. Parses and checks it; open-location.ts opens it.
import { isAbsolute } from 'node:path';
import type { RequestSettings } from '../../db/tables/collect.ts';
import { createResolve, type Resolve } from '../../net/resolve.ts';
import { findTargetUrlError } from '../../net/target.ts';
import { secretsIn } from '../../secrets/secret.ts';
import { parseYouTube } from '../collect/youtube/channel.ts';
import { inputFiles } from '../imports/input-files.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type PathRules, resolveSourcePath } from './source-dirs.ts';

const isUrl = (location: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(location);

/** `pages`: a JSON API that is read page by page. */
export type LocationKind = 'path' | 'url' | CollectedKind;
export type CollectedKind = 'youtube' | 'yt-dlp' | 'pages';

/** A source of a collector can have several locations, such as channels. */
export type ParsedLocation = { kind: LocationKind; locations: readonly string[] };

export function parseLocation(text: string, { next, page }: RequestSettings = {}): ParsedLocation {
  const kind = /^(youtube|yt-dlp):/.exec(text)?.[1];
  if (kind === 'youtube' || kind === 'yt-dlp') return { kind, locations: splitLocations(text) };
  if (!isUrl(text)) return { kind: 'path', locations: [text] };
  return { kind: next !== undefined || page !== undefined ? 'pages' : 'url', locations: [text] };
}

export function isCollected(kind: LocationKind): kind is CollectedKind {
  return kind !== 'path' && kind !== 'url';
}

/** At spaces outside of quotation marks. */
function splitLocations(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
}

/** The preset of a source that names none. */
export const presetOf: Readonly<Partial<Record<LocationKind, string>>> = {
  youtube: 'youtube-api',
  'yt-dlp': 'yt-dlp',
};

export type LocationRules = { allowPrivate: boolean; resolve?: Resolve; paths: PathRules };

/** What is wrong with a location, or undefined. A path must exist; a URL is only checked for a public host. */
export async function findLocationProblem(
  { kind, locations }: ParsedLocation,
  mapping: Mapping,
  { allowPrivate, resolve = createResolve({ allowPrivate }), paths }: LocationRules,
): Promise<string | undefined> {
  const findUrlError = (url: string) => findTargetUrlError(url, { field: 'location', allowPrivate }, resolve);
  if (isCollected(kind) && kind !== 'pages') {
    if (new Set(locations).size < locations.length) return '`location` must not name anything twice.';
    for (const location of locations) {
      const problem = await findProblemOfOne(kind, location, findUrlError);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  const [location = ''] = locations;
  if (kind !== 'path') {
    if (secretsIn(location).length > 0) return secretInLocation;
    return findUrlError(location);
  }
  if (!isAbsolute(location))
    return '`location` must be an https:// URL, the absolute path of a file or directory on the machine of the service, or begin with youtube: or yt-dlp: (docs/collecting.md).';
  const allowed = resolveSourcePath(location, paths);
  if ('problem' in allowed) return allowed.problem;
  try {
    inputFiles(allowed.path, mapping);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const secretInLocation =
  "`location` cannot send a secret, since locations are shown. Send it in a header, such as --header 'Authorization: Bearer $secret:NAME', or in the body.";

async function findProblemOfOne(
  kind: 'youtube' | 'yt-dlp',
  location: string,
  findUrlError: (url: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (!location.startsWith(`${kind}:`))
    return `\`location\` must name only ${kind}: locations, separated by spaces. "${location.slice(0, 100)}" is none.`;
  if (kind === 'yt-dlp') return findUrlError(location.slice('yt-dlp:'.length));
  const channel = parseYouTube(location);
  return 'problem' in channel ? channel.problem : undefined;
}
