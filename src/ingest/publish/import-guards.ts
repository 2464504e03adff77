// What must hold of what was read before it may become the catalog's next version. Nothing here is asked of a plain import.
import { fail } from '../../lib/errors.ts';
import type { Reading } from '../imports/read-files.ts';

/** A snapshot that would retire as many is looked at by the operator first, unless it is few. */
const suspiciousShare = 0.5;
const fewHooks = 10;

export type Demands = { isSnapshot: boolean; isFromSource: boolean };

/**
 * What is missing from a snapshot is retired, so a snapshot must be there whole. Of a source nobody looks at the report, so
 * that a run which brought nothing has to fail to be noticed, and half a file is left for the next run.
 */
export function assertImportComplete(reading: Reading, { isSnapshot, isFromSource }: Demands): void {
  const { cut, unreadable, read, rejected, firstReason } = reading;
  if ((isSnapshot || isFromSource) && cut !== null)
    refuse(`${cut} breaks off before its end. Nothing was changed (${firstReason}).`);
  if (isSnapshot && unreadable !== null)
    refuse(`A snapshot has to be readable as a whole. Nothing was changed: ${unreadable}.`);
  if (isFromSource && read === rejected && read > 0)
    refuse(`None of ${read} records can be used. The first: ${firstReason}.`);
  if (isFromSource && isSnapshot && read === 0) refuse('There are no records. Nothing was changed.');
}

export type Shrinking = { source: string; retired: number; before: number };

/** An upstream that lost half its records is likelier broken than right. */
export function refuseShrinking({ source, retired, before }: Shrinking): void {
  if (retired < fewHooks || retired <= before * suspiciousShare) return;
  refuse(
    `The snapshot would retire ${retired} of the ${before} hooks of ${source}. Nothing was changed. If that is right, run it with --force.`,
  );
}

function refuse(detail: string): never {
  return fail('conflict', detail);
}
