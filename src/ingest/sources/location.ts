// Opens the location of a source: a file or directory on this machine, or a URL.
import { isAbsolute } from 'node:path';
import { createResolve, type Resolve } from '../../net/resolve.ts';
import { findTargetUrlError } from '../../net/target.ts';
import { fetchFile, type Validators } from '../imports/fetch-file.ts';
import { type InputFile, inputFiles } from '../imports/input-files.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type PathRules, resolveSourcePath } from './source-dirs.ts';

/** `validators`: of the last import, for a conditional request. */
export type LocationRequest = { location: string; validators: Validators; allowPrivate: boolean; paths: PathRules };

export type OpenedLocation = { close: () => Promise<void> } & (
  | { kind: 'unchanged' }
  | { kind: 'open'; files: readonly InputFile[]; validators: Validators }
);

export const isUrl = (location: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(location);

/** Throws the reason if there is nothing to read. */
export async function openLocation(request: LocationRequest, mapping: Mapping): Promise<OpenedLocation> {
  const { location, validators, allowPrivate, paths } = request;
  if (!isUrl(location)) {
    const allowed = resolveSourcePath(location, paths);
    if ('problem' in allowed) throw new Error(allowed.problem);
    const files = inputFiles(allowed.path, mapping);
    return { kind: 'open', files, validators: { etag: null, lastModified: null }, close: async () => {} };
  }
  const fetched = await fetchFile(location, validators, { allowPrivate });
  if (fetched.kind === 'unchanged') return fetched;
  return { kind: 'open', files: [fetched.file], validators: fetched.validators, close: fetched.close };
}

export type LocationRules = { allowPrivate: boolean; resolve?: Resolve; paths: PathRules };

/** What is wrong with a location, or undefined. A path must exist; a URL is only checked for a public host. */
export async function findLocationProblem(
  location: string,
  mapping: Mapping,
  { allowPrivate, resolve = createResolve({ allowPrivate }), paths }: LocationRules,
): Promise<string | undefined> {
  if (isUrl(location)) return findTargetUrlError(location, { field: 'location', allowPrivate }, resolve);
  if (!isAbsolute(location))
    return '`location` must be an https:// URL, or the absolute path of a file or directory on the machine of the service.';
  const allowed = resolveSourcePath(location, paths);
  if ('problem' in allowed) return allowed.problem;
  try {
    inputFiles(allowed.path, mapping);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
