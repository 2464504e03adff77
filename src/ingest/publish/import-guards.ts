// Checks of an import before it is published. An import by hand that is not a snapshot has none.
import { counted } from '../../lib/counted.ts';
import { fail } from '../../lib/errors.ts';

/** A snapshot that retires a larger share needs the confirmation of the operator, except for a few hooks. */
const maxRetiredShare = 0.5;
const fewHooks = 10;

/** `isArchived`: a collector brought the records, and will not bring them again. */
/** What was read of its files: the first one that ends early, the first one that was rejected as a whole, and the first reason. */
type Read = {
  cut: string | null;
  unreadable: string | null;
  read: number;
  rejected: number;
  firstReason: string | null;
};

export type ImportKind = { isSnapshot: boolean; isFromSource: boolean; isArchived: boolean };

/**
 * A snapshot must be complete, since hooks that it does not contain are retired. Nobody reads the report of a source's run, so a run
 * without usable records fails, and a file that ends early is left to the next run. Those that will not come again are settled in any case:
 * their video may be blocked by a takedown, and would fail every later run.
 */
export function assertImportComplete(reading: Read, { isSnapshot, isFromSource, isArchived }: ImportKind): void {
  const { cut, unreadable, read, rejected, firstReason } = reading;
  if ((isSnapshot || isFromSource) && cut !== null)
    refuse(`${cut} ends in the middle of a record. Nothing was changed (${firstReason}).`);
  if (isSnapshot && unreadable !== null)
    refuse(`Every file of a snapshot must be readable. Nothing was changed: ${unreadable}.`);
  if (isFromSource && !isArchived && read === rejected && read > 0)
    refuse(`None of ${counted(read, 'record')} can be used. The first: ${firstReason}.`);
  if (isFromSource && isSnapshot && read === 0) refuse('There are no records. Nothing was changed.');
}

export type SnapshotSize = { source: string; retired: number; before: number };

/** A snapshot without half of its former records is probably broken. */
export function assertSnapshotSize({ source, retired, before }: SnapshotSize): void {
  if (retired < fewHooks || retired <= before * maxRetiredShare) return;
  refuse(
    `The snapshot would retire ${retired} of the ${before} hooks of ${source}. Nothing was changed. If this is intended, import it with --force.`,
  );
}

/** The records were checked against the block list when they were read. */
export function assertNoNewTakedown(checkedUpTo: number, newest: number): void {
  if (newest > checkedUpTo)
    refuse(
      'A hook was taken down during the import, which may contain it. Nothing was changed. Import the file again.',
    );
}

function refuse(detail: string): never {
  return fail('conflict', detail);
}
