// Parses and checks the location of a source: a path, a URL, or a collector's location. open-location.ts opens it.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import type { RequestSettings } from '../../db/tables/collect.ts';
import { findTargetUrlError } from '../../net/connect.ts';
import { createResolve, type Resolve } from '../../net/resolve.ts';
import { secretsIn } from '../../secrets/secret.ts';
import { parseYouTube } from '../collect/youtube/video.ts';
import { type InputFile, inputFiles } from '../imports/input-files.ts';
import type { Mapping } from '../mapping/mapping.ts';

const isUrl = (location: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(location);

/** `pages`: a JSON API that is read page by page. */
export type LocationKind = 'path' | 'url' | CollectedKind;
type CollectedKind = 'youtube' | 'yt-dlp' | 'pages';

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

/** Splits the text at spaces outside of quotation marks. */
function splitLocations(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
}

/** Default presets by kind of location. */
export const presetOf: Readonly<Partial<Record<LocationKind, string>>> = {
  youtube: 'youtube-api',
  'yt-dlp': 'yt-dlp',
};

export type LocationRules = { allowPrivate: boolean; resolve?: Resolve; paths: PathRules };

/** The problem with a location, or undefined. A path must exist; a URL is only checked for a public host. */
export async function findLocationProblem(
  { kind, locations }: ParsedLocation,
  mapping: Mapping,
  { allowPrivate, resolve = createResolve({ allowPrivate }), paths }: LocationRules,
): Promise<string | undefined> {
  const findUrlError = (url: string) => findTargetUrlError(url, { field: 'location', allowPrivate }, resolve);
  if (isCollected(kind) && kind !== 'pages') {
    if (new Set(locations).size < locations.length) return '`location` must not contain duplicates.';
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
  "`location` must not contain a secret, since locations are visible. Send it in a header, such as --header 'Authorization: Bearer $secret:NAME', or in the body.";

async function findProblemOfOne(
  kind: 'youtube' | 'yt-dlp',
  location: string,
  findUrlError: (url: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (!location.startsWith(`${kind}:`))
    return `\`location\` must contain only ${kind}: locations, separated by spaces. "${location.slice(0, 100)}" is not one.`;
  if (kind === 'yt-dlp') return findUrlError(location.slice('yt-dlp:'.length));
  const channel = parseYouTube(location);
  return 'problem' in channel ? channel.problem : undefined;
}

// Restricts the paths that sources may read to files inside the directories that the operator allows, except the service's own data.

export type PathRules = {
  /** Value of HOOKLINE_SOURCE_DIRS. */
  sourceDirs: readonly string[];
  dataDir: string;
};

/** The path without symbolic links, so that none leads out of the directories, or the problem with it. */
export function resolveSourcePath(
  path: string,
  { sourceDirs, dataDir }: PathRules,
): { path: string } | { problem: string } {
  const real = realPath(path);
  if (!isAllowed(real ?? path, sourceDirs)) {
    const allowed = sourceDirs.length === 0 ? 'no directory' : `only ${sourceDirs.join(', ')}`;
    return {
      problem: `Sources may read ${allowed}. Add the directory to HOOKLINE_SOURCE_DIRS and restart the service, or import the file once by \`npx hookline admin import\`.`,
    };
  }
  if (real === undefined) return { problem: `${path} does not exist.` };
  if (isInside(real, realPath(dataDir) ?? dataDir))
    return { problem: 'Sources cannot read the data directory of the service. Move the files elsewhere.' };
  return { path: real };
}

function isAllowed(path: string, sourceDirs: readonly string[]): boolean {
  return sourceDirs.some((directory) => isInside(path, realPath(directory) ?? directory));
}

function isInside(path: string, directory: string): boolean {
  const from = relative(directory, path);
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

// Digest of input files, which detects files that have not changed since the last import.

/** Hashes names, sizes and bytes. Undefined if a file can be read only once, like a pipe. */
export async function digestFiles(files: readonly InputFile[]): Promise<string | undefined> {
  if (files.some(({ size }) => size === undefined)) return undefined;
  const hash = createHash('sha256');
  for (const { name, size, open } of files) {
    hash.update(`${JSON.stringify([name, size])}\n`);
    for await (const chunk of open()) hash.update(chunk);
  }
  return `sha256:${hash.digest('hex')}`;
}
