// Exports as display text, and how many are left today. Free of React.
import type { Export } from '@hookline/sdk';
import type { Plan } from '../../api/openapi.ts';
import { dayMs, formatNumber, plural } from '../../kit/page/format.ts';

export const fileFormats = [
  { id: 'json', description: 'One array' },
  { id: 'jsonl', description: 'One hook per line' },
  { id: 'csv', description: 'For spreadsheets' },
  { id: 'parquet', description: 'Typed columns' },
] as const;
export type FileFormat = Export['format'];

export function toFormat(text: string | null): FileFormat {
  return fileFormats.find(({ id }) => id === text)?.id ?? 'jsonl';
}

export function isProcessing({ status }: Export): boolean {
  return status === 'processing';
}

type Limits = Pick<Plan, 'title' | 'exports_per_day' | 'records_per_export'>;

/** Exports left on this UTC day, counted as the service does: failed, canceled and empty ones are free. null if unlimited. */
export function leftToday(exports: readonly Export[], { exports_per_day }: Limits, now: number): number | null {
  if (exports_per_day === null) return null;
  const midnight = now - (now % dayMs);
  const counted = exports.filter(
    ({ created_at, status, records }) =>
      Date.parse(created_at) >= midnight && status !== 'failed' && status !== 'canceled' && records !== 0,
  );
  return Math.max(0, exports_per_day - counted.length);
}

export function nextDayAt(now: number): number {
  return now - (now % dayMs) + dayMs;
}

/** Returns undefined unless the plan's limit left hooks out. */
export function truncation({ truncated, records, estimated_records, total_matching }: Export): string | undefined {
  if (!truncated) return undefined;
  return `Top ${formatNumber(records ?? estimated_records)} of ${formatNumber(total_matching)} matches`;
}

/** Estimates an export of `total` matches; `note` is set if the plan's limit would leave hooks out. */
export function estimate(
  total: number,
  { title, records_per_export: max }: Limits,
): { records: number; note?: string } {
  if (max === null || total <= max) return { records: total };
  const omitted = formatNumber(total - max);
  return {
    records: max,
    note: `${plural(total, 'hook matches', 'hooks match')}. ${title} exports include the ${formatNumber(max)} most viewed, so ${omitted} will be left out. Narrow the filters to include all of them.`,
  };
}
