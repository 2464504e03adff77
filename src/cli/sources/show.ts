// Text of a source: its fields, notices, and last runs with their use of APIs.
import { withReportText } from '../imports/report.ts';
import { fieldTable, table } from '../print.ts';

type Row = Record<string, unknown>;
type Notice = { location: string | null; message: string; remedy: string | null; until: string | null };

const runColumns = ['id', 'state', 'started_at', 'report', 'usage', 'error'];

export function showSource({ notices, last_runs, ...fields }: Row): string {
  return [
    fieldTable(fields),
    ...(hasRows<Notice>(notices) ? [`Notices\n${notices.map(noticeText).join('\n')}`] : []),
    ...(hasRows<Row>(last_runs) ? [`Last runs\n${runTable(last_runs)}`] : []),
  ].join('\n\n');
}

export function runTable(runs: readonly Row[]): string {
  return table(
    withReportText(runs).map((run) => ({ ...run, usage: usageText(run.usage) })),
    runColumns,
  );
}

function noticeText({ location, message, remedy, until }: Notice): string {
  const goesOn = until === null ? null : `Continues at ${until}.`;
  return `  ${[location === null ? null : `${location}:`, message, remedy, goesOn].filter(Boolean).join(' ')}`;
}

/** `youtube 12, yt-dlp 3`, or null. */
function usageText(usage: unknown): string | null {
  if (typeof usage !== 'object' || usage === null) return null;
  const used = Object.entries(usage).map(([api, units]) => `${api} ${units}`);
  return used.length === 0 ? null : used.join(', ');
}

function hasRows<R>(rows: unknown): rows is R[] {
  return Array.isArray(rows) && rows.length > 0;
}
