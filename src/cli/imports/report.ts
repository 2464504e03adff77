// Text of an import report: the outcome of its records.

import type { ImportReport } from '../../ingest/publish/import-record.ts';
import { counted } from '../../lib/text.ts';

/** `800 read = 434 rejected, 120 added`, without parts that are zero. */
export function describeCounts({
  read,
  catalog_version: _version,
  rejects_kept: _kept,
  unread_dates,
  guessed,
  shared_ids,
  ...parts
}: ImportReport): string {
  const shown = Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([part, count]) => `${count.toLocaleString('en')} ${part}`);
  return `${read.toLocaleString('en')} read = ${shown.join(', ') || 'nothing'}${remarksText({ unread_dates, guessed, shared_ids })}`;
}

/** `; 120 published with guessed labels, about 86 % of the labels correct; 3 dates could not be read, such as "2 years ago"`, or nothing. */
export function remarksText({
  unread_dates: unread,
  guessed,
  shared_ids: shared = 0,
}: Pick<ImportReport, 'unread_dates' | 'guessed' | 'shared_ids'>): string {
  return [
    guessed &&
      `; ${guessed.published.toLocaleString('en')} published with guessed labels, about ${Math.round(guessed.right * 100)} % of the labels correct`,
    shared > 0 && `; ${counted(shared, 'record')} with the id of another text, each added as a separate hook`,
    unread && `; ${counted(unread.count, 'date')} could not be read, such as "${unread.first}"`,
  ]
    .filter(Boolean)
    .join('');
}

/** Rows of imports for a table, with their reports as text. */
export function withReportText<Row extends { report?: unknown }>(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, report: row.report ? describeCounts(row.report as ImportReport) : null }));
}
