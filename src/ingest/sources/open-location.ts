// Opens the location of a source: a file or directory on this machine, a download, or what a collector brought.
import type { Database } from '../../db/database.ts';
import { type Collection, collect, readWaiting } from '../collect/collect.ts';
import { collectorOf } from '../collect/collectors.ts';
import type { CollectEnvironment } from '../collect/environment.ts';
import { type CollectInput, type RequestSettings, resolveCollect } from '../collect/settings.ts';
import { fetchFile, type Validators } from '../imports/fetch-file.ts';
import { type InputFile, inputFiles } from '../imports/input-files.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isCollected, parseLocation } from './location.ts';
import { type PathRules, resolveSourcePath } from './source-dirs.ts';

/** Plain data, for the thread of the import. */
export type LocationRequest = {
  location: string;
  /** Of the last import, for a conditional request. */
  validators: Validators;
  allowPrivate: boolean;
  paths: PathRules;
  request: RequestSettings;
  collect: CollectInput | null;
  /** By name. */
  secrets: ReadonlyMap<string, string>;
  environment: CollectEnvironment;
  run: { sourceId: string; importId: string };
  isForced: boolean;
  minViews: number;
};

export type OpenDeps = { db: Database; onStep: (collected: number) => void; signal: AbortSignal };

/** `settle`: called once the files are imported. */
export type OpenedLocation = { close: () => Promise<void>; collection?: Collection } & (
  | { kind: 'unchanged' }
  | { kind: 'open'; files: readonly InputFile[]; validators: Validators; settle?: () => Promise<void> }
);

const noValidators = { etag: null, lastModified: null };
const close = async () => {};

/** Throws the reason if there is nothing to read. */
export async function openLocation(
  request: LocationRequest,
  mapping: Mapping,
  deps: OpenDeps,
): Promise<OpenedLocation> {
  const { location, validators, allowPrivate, paths } = request;
  const parsed = parseLocation(location, request.request);
  if (isCollected(parsed.kind)) return openCollection(request, { ...parsed, kind: parsed.kind }, deps);
  if (parsed.kind === 'path') {
    const allowed = resolveSourcePath(location, paths);
    if ('problem' in allowed) throw new Error(allowed.problem);
    return { kind: 'open', files: inputFiles(allowed.path, mapping), validators: noValidators, close };
  }
  const fetched = await fetchFile(location, validators, { allowPrivate });
  if (fetched.kind === 'unchanged') return fetched;
  return { kind: 'open', files: [fetched.file], validators: fetched.validators, close: fetched.close };
}

async function openCollection(
  { run, collect: settings, request, secrets, environment, isForced, minViews, allowPrivate }: LocationRequest,
  { kind, locations }: { kind: Parameters<typeof collectorOf>[0]; locations: readonly string[] },
  { db, onStep, signal }: OpenDeps,
): Promise<OpenedLocation> {
  const { sourceId } = run;
  const options = { request, secrets, environment, isForced, minViews, allowPrivate, signal, maxRecords: null };
  const deps = { ...options, settings: resolveCollect(settings), db, run, sourceId, onStep };
  const collection = await collect(await collectorOf(kind), locations, deps);
  const waiting = await readWaiting(db, sourceId, { name: kind, isArchived: kind !== 'pages' });
  if (!waiting) return { kind: 'unchanged', collection, close };
  const { file, settle } = waiting;
  return { kind: 'open', files: [file], validators: noValidators, settle, collection, close };
}
