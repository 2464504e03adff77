// Opens the location of a source: a file or directory on this machine, a download, or the records of a collector.
import type { Database } from '../../db/database.ts';
import type { CollectInput, RequestSettings } from '../../db/tables/collect.ts';
import { type CollectorRun, collect, collectorOf, failureOf, readWaiting } from '../collect/collect.ts';
import type { CollectEnvironment } from '../collect/collector.ts';
import { progressOf } from '../collect/pages/walk.ts';
import { fillRequest } from '../collect/request.ts';
import { resolveCollect } from '../collect/settings.ts';
import { deleteStates, selectState } from '../collect/store.ts';
import { type InputFile, inputFiles } from '../imports/input-files.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { fetchFile, type Validators } from './fetch-file.ts';
import { digestFiles, isCollected, type PathRules, parseLocation, resolveSourcePath } from './location.ts';

/** Plain data, since it is sent to the thread of the import. */
export type LocationRequest = {
  location: string;
  /** Validators of the last import, for a conditional request; for a path, `etag` is a digest of its files. */
  validators: Validators;
  allowPrivate: boolean;
  paths: PathRules;
  request: RequestSettings;
  collect: CollectInput | null;
  /** Secrets by name. */
  secrets: ReadonlyMap<string, string>;
  environment: CollectEnvironment;
  run: { sourceId: string; importId: string };
  isForced: boolean;
  minViews: number;
};

export type OpenDeps = {
  db: Database;
  /** Retires hooks that are missing from the location. */
  isSnapshot: boolean;
  onStep: (collected: number) => void;
  signal: AbortSignal;
};

/**
 * `settle`: called once the files are imported. `isPart`: pages were left out, so no hook counts as missing. `isArchived`: the records will
 * not come again.
 */
export type OpenedLocation = { close: () => Promise<void>; collection?: CollectorRun } & (
  | { kind: 'unchanged' }
  | {
      kind: 'open';
      files: readonly InputFile[];
      validators: Validators;
      isPart?: boolean;
      isArchived?: boolean;
      settle?: () => Promise<void>;
    }
);

const noValidators = { etag: null, lastModified: null };
const close = async () => {};

/** Throws with the reason if there is nothing to read. */
export async function openLocation(
  request: LocationRequest,
  mapping: Mapping,
  deps: OpenDeps,
): Promise<OpenedLocation> {
  const { location, validators, allowPrivate, paths, secrets } = request;
  const parsed = parseLocation(location, request.request);
  if (parsed.kind === 'pages') return openPages(request, mapping, deps);
  if (isCollected(parsed.kind)) return openCollected(request, mapping, deps, { ...parsed, kind: parsed.kind });
  if (parsed.kind === 'path') {
    const allowed = resolveSourcePath(location, paths);
    if ('problem' in allowed) throw new Error(allowed.problem);
    const files = inputFiles(allowed.path, mapping);
    const etag = (await digestFiles(files)) ?? null;
    if (etag !== null && etag === validators.etag) return { kind: 'unchanged', close };
    return { kind: 'open', files, validators: { etag, lastModified: null }, close };
  }
  const fetched = await fetchFile(location, validators, {
    allowPrivate,
    request: fillRequest(request.request, secrets),
  });
  if (fetched.kind === 'unchanged') return fetched;
  return { kind: 'open', files: [fetched.file], validators: fetched.validators, close: fetched.close };
}

/** A snapshot is imported only after all pages are read. */
async function openPages(request: LocationRequest, mapping: Mapping, deps: OpenDeps): Promise<OpenedLocation> {
  const { location, run } = request;
  const opened = await openCollected(request, mapping, deps, { kind: 'pages', locations: [location] });
  const { collection } = opened;
  const progress = progressOf(await selectState(deps.db, run.sourceId, location));
  if (opened.kind === 'unchanged' || collection === undefined) return opened;
  if (progress === 'open') {
    if (!deps.isSnapshot) return opened;
    if (collection.resumeAt !== null) return { kind: 'unchanged', collection, close };
    throw failureOf(collection.notices);
  }
  const settle = async () => {
    await deleteStates(deps.db, run.sourceId);
    await opened.settle?.();
  };
  return { ...opened, isPart: progress === 'part', settle };
}

async function openCollected(
  { run, collect: settings, request, secrets, environment, isForced, minViews, allowPrivate }: LocationRequest,
  mapping: Mapping,
  { db, onStep, signal }: OpenDeps,
  { kind, locations }: { kind: Parameters<typeof collectorOf>[0]; locations: readonly string[] },
): Promise<OpenedLocation> {
  const { sourceId } = run;
  const options = { request, secrets, environment, isForced, minViews, allowPrivate, signal, maxRecords: null };
  const deps = { ...options, settings: resolveCollect(settings), mapping, db, run, sourceId, onStep };
  const collection = await collect(await collectorOf(kind), locations, deps);
  const isArchived = kind !== 'pages';
  const waiting = await readWaiting(db, sourceId, { name: kind, isArchived });
  if (!waiting) return { kind: 'unchanged', collection, close };
  const { file, settle } = waiting;
  return { kind: 'open', files: [file], validators: noValidators, isArchived, settle, collection, close };
}
