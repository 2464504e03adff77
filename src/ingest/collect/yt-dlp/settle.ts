// Settles the videos of a batch whose details are missing: leaves them out, retries them later, or ends the collection.
import { hourMs } from '../../../lib/time.ts';
import { type CollectedRecord, CollectionPaused, type LocationError, skipped } from '../collector.ts';
import type { Details } from './details.ts';
import { type Failure, type NamedFailure, remedies } from './failures.ts';
import { type Entry, toLocationError } from './listing.ts';
import { idOf } from './record.ts';
import { without, type YtDlpState } from './state.ts';

/** A video that fails as often as this is left out. */
const maxTries = 3;
/** If so many videos of a batch fail and none is read, the reason is not the videos. */
const minFailures = 3;
const maxPauseHours = 24;

export type SettledBatch = {
  /** Those left out. */
  records: CollectedRecord[];
  state: YtDlpState;
  /** Those that a later run tries again, with the reason. */
  failed: string[];
  /** Ends the collection of the location. */
  error: CollectionPaused | LocationError | null;
};

/** `state`: after the videos that were read. */
export function settleBatch(batch: readonly Entry[], state: YtDlpState, { failures, general }: Details): SettledBatch {
  const pending = new Set(state.pending.map(({ id }) => id));
  const open = batch.filter(({ id }) => pending.has(id));
  const own = attribute(open, failures);
  const isNothingRead = open.length === batch.length;
  const failureOf = (entry: Entry) => own.get(entry) ?? general;
  const blocked = open.map(failureOf).find(({ kind }) => kind === 'blocked');
  if (blocked) {
    const blocks = state.blocks + 1;
    return { records: [], state: { ...state, blocks }, failed: [], error: toPause(blocked, blocks) };
  }
  // Not the fault of any video.
  const machine = open.map(failureOf).find(({ kind }) => kind === 'machine');
  if (machine) return { records: [], state, failed: [], error: toLocationError(machine) };
  // A program that was stopped hung at the first video that it says nothing about; it has not come to the next.
  const hanging = general.kind === 'stopped' ? open.find((entry) => !own.has(entry)) : undefined;
  const tried = general.kind === 'stopped' ? open.filter((entry) => own.has(entry) || entry === hanging) : open;
  const isOfVideo = (entry: Entry) => failureOf(entry).kind === 'gone';
  const failing = tried.filter((entry) => !isOfVideo(entry));
  const [first] = failing;
  const error = isNothingRead && first ? toLocationError(failureOf(first)) : null;
  if (error && failing.length >= minFailures) return { records: [], state, failed: [], error };
  // A site that changed may say of every video that it is gone.
  const isDoubtful = isNothingRead && tried.length >= minFailures;
  const counted = isDoubtful ? tried : failing;
  const tries = Object.fromEntries(counted.map(({ id }) => [id, (state.tries[id] ?? 0) + 1]));
  const isOver = (entry: Entry) => (tries[entry.id] ?? maxTries) >= maxTries;
  const over = tried.filter(isOver);
  const again = counted.filter((entry) => !isOver(entry));
  const left = without(state, tried);
  return {
    records: over.map(({ id }) => skipped(id)),
    state: { ...left, tries: { ...left.tries, ...Object.fromEntries(again.map(({ id }) => [id, tries[id] ?? 1])) } },
    failed: again.map((entry) => `${entry.url}: ${failureOf(entry).message}`),
    error: general.kind === 'stopped' ? error : null,
  };
}

/** By id. Messages without one are of the other videos, in their order, if there are as many. */
function attribute(open: readonly Entry[], failures: readonly NamedFailure[]): Map<Entry, Failure> {
  const ids = new Set(open.map(idOf));
  const named = new Map(
    failures.flatMap((failure) => (failure.id && ids.has(failure.id) ? [[failure.id, failure]] : [])),
  );
  const own = new Map<Entry, Failure>();
  const others = open.filter((entry) => {
    const failure = named.get(idOf(entry));
    if (failure) own.set(entry, failure);
    return !failure;
  });
  const unnamed = failures.filter(({ id }) => !(id && ids.has(id)));
  const isOfEach = unnamed.length === others.length;
  return new Map([
    ...own,
    ...others.flatMap((entry, at) => (isOfEach && unnamed[at] ? [[entry, unnamed[at]] as const] : [])),
  ]);
}

/** `blocks`: how often in a row. Each pause is twice as long, from an hour to a day. */
export function toPause({ message }: Failure, blocks: number, now = Date.now()): CollectionPaused {
  const hours = Math.min(maxPauseHours, 2 ** (blocks - 1));
  return new CollectionPaused(
    `The site refuses requests of this machine: ${message}`,
    new Date(now + hours * hourMs),
    remedies.blocked,
  );
}
