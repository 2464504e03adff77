// A location → its files: a file or directory of this machine, or an address on the web. What they hold is not looked at.
import { isAbsolute } from 'node:path';
import { findTargetUrlError, type Resolve } from '../../net/resolve.ts';
import { fetchFile, type Validators } from '../imports/fetch-file.ts';
import { type InputFile, inputFiles } from '../imports/input-files.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** `validators`: what the location said of itself when it was last imported. */
export type LocationRequest = { location: string; validators: Validators; allowPrivate: boolean };

export type OpenedLocation = { close: () => Promise<void> } & (
  | { kind: 'unchanged' }
  | { kind: 'open'; files: readonly InputFile[]; validators: Validators }
);

const isWeb = (location: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(location);

/** Throws, saying why, where there is nothing to read. */
export async function openLocation(request: LocationRequest, mapping: Mapping): Promise<OpenedLocation> {
  const { location, validators, allowPrivate } = request;
  if (!isWeb(location)) {
    const files = inputFiles(location, mapping);
    return { kind: 'open', files, validators: { etag: null, lastModified: null }, close: async () => {} };
  }
  const fetched = await fetchFile(location, validators, { allowPrivate });
  if (fetched.kind === 'unchanged') return fetched;
  return { kind: 'open', files: [fetched.file], validators: fetched.validators, close: fetched.close };
}

export type LocationRules = { allowPrivate: boolean; resolve?: Resolve };

/** What is wrong with a location, or undefined. A path has to be there, an address has only to lead to a public host. */
export async function locationFault(
  location: string,
  mapping: Mapping,
  { allowPrivate, resolve }: LocationRules,
): Promise<string | undefined> {
  if (isWeb(location)) return findTargetUrlError(location, { field: 'location', allowPrivate }, resolve);
  if (!isAbsolute(location))
    return 'location is an https:// address, or the whole path of a file or directory on the machine of the service.';
  try {
    inputFiles(location, mapping);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
