// What an export is to whoever looks at it, and what is left of the day. Nothing here knows of React.
import type { Export } from '../../../../sdk/src/openapi.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { formatNumber } from '../../kit/page/format.ts';

const dayMs = 86_400_000;

export const fileFormats = [
  { id: 'json', about: 'one array' },
  { id: 'jsonl', about: 'a hook on each line' },
  { id: 'csv', about: 'for spreadsheets' },
  { id: 'parquet', about: 'typed columns' },
] as const;
export type FileFormat = Export['format'];

export function toFormat(text: string | null): FileFormat {
  return fileFormats.find(({ id }) => id === text)?.id ?? 'jsonl';
}

export function isUnderWay({ status }: Export): boolean {
  return status === 'processing';
}

type Limits = Pick<PlanRecord, 'title' | 'exports_per_day' | 'records_per_export'>;

/** Of the UTC day, as the service counts it: what failed or was canceled is given back. null where there is no limit. */
export function leftToday(exports: readonly Export[], { exports_per_day }: Limits, now: number): number | null {
  if (exports_per_day === null) return null;
  const midnight = now - (now % dayMs);
  const counted = exports.filter(
    ({ created_at, status }) => Date.parse(created_at) >= midnight && status !== 'failed' && status !== 'canceled',
  );
  return Math.max(0, exports_per_day - counted.length);
}

export function nextDayAt(now: number): number {
  return now - (now % dayMs) + dayMs;
}

/** What the plan leaves out, said wherever it leaves something out. */
export function truncation({ truncated, records, estimated_records, total_matching }: Export): string | undefined {
  if (!truncated) return undefined;
  return `the ${formatNumber(records ?? estimated_records)} most viewed of ${formatNumber(total_matching)} that match`;
}

/** The same before it is asked for: how many are in the file, and what is not. */
export function estimate(
  total: number,
  { title, records_per_export: most }: Limits,
): { records: number; note?: string } {
  if (most === null || total <= most) return { records: total };
  const left = formatNumber(total - most);
  return {
    records: most,
    note: `${formatNumber(total)} match. ${title} has the ${formatNumber(most)} most viewed in a file; ${left} are left out. Narrow the filters to have all that you mean.`,
  };
}
