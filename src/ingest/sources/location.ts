// Opens the location of a source: a file or directory on this machine, or a URL.
import { isAbsolute } from 'node:path';
import { findTargetUrlError, type Resolve } from '../../net/resolve.ts';
import { fetchFile, type Validators } from '../imports/fetch-file.ts';
import { type InputFile, inputFiles } from '../imports/input-files.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** `validators`: of the last import, for a conditional request. */
export type LocationRequest = { location: string; validators: Validators; allowPrivate: boolean };

export type OpenedLocation = { close: () => Promise<void> } & (
  | { kind: 'unchanged' }
  | { kind: 'open'; files: readonly InputFile[]; validators: Validators }
);

const isUrl = (location: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(location);

/** Throws the reason if there is nothing to read. */
export async function openLocation(request: LocationRequest, mapping: Mapping): Promise<OpenedLocation> {
  const { location, validators, allowPrivate } = request;
  if (!isUrl(location)) {
    const files = inputFiles(location, mapping);
    return { kind: 'open', files, validators: { etag: null, lastModified: null }, close: async () => {} };
  }
  const fetched = await fetchFile(location, validators, { allowPrivate });
  if (fetched.kind === 'unchanged') return fetched;
  return { kind: 'open', files: [fetched.file], validators: fetched.validators, close: fetched.close };
}

export type LocationRules = { allowPrivate: boolean; resolve?: Resolve };

/** What is wrong with a location, or undefined. A path must exist; a URL is only checked for a public host. */
export async function findLocationProblem(
  location: string,
  mapping: Mapping,
  { allowPrivate, resolve }: LocationRules,
): Promise<string | undefined> {
  if (isUrl(location)) return findTargetUrlError(location, { field: 'location', allowPrivate }, resolve);
  if (!isAbsolute(location))
    return '`location` must be an https:// URL, or the absolute path of a file or directory on the machine of the service.';
  try {
    inputFiles(location, mapping);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
