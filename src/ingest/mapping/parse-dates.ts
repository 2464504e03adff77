// Parses dates and times as sources write them. An ambiguous value is null: no date is better than a wrong one.
import { dayMs } from '../../lib/time.ts';

export type DateOptions = {
  /** The year of dates without one: `28.09`. */
  year?: number;
  /** Reads `17.14.11` as YY.DD.MM. Otherwise such a date is ambiguous and null. */
  shortDates?: boolean;
  now?: number;
};

const iso =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** As programs write times, of a day that every month has. Date.parse() reads them in a fifth of the time. */
const plainIso = /^\d{4}-\d\d-(?:0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/** Null if the value is absent, invalid, or more than a day in the future. */
export function parseDate(value: unknown, options: DateOptions = {}): Date | null {
  const ms = parseMs(value, options);
  if (ms === null || !Number.isFinite(ms)) return null;
  return ms > (options.now ?? Date.now()) + dayMs ? null : new Date(ms);
}

function parseMs(value: unknown, options: DateOptions): number | null {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number') {
    const isCalendar = (options.year !== undefined && value < 32) || (value >= 1970_01_01 && value < 1e8);
    return isCalendar ? parseMs(String(value), options) : epochMs(value);
  }
  if (typeof value !== 'string' || value.length > 64) return null;
  const text = value.trim();
  const plainMs = plainIso.test(text) ? Date.parse(text) : -1;
  if (plainMs >= 0) return plainMs;
  const match = iso.exec(text);
  if (match !== null) return isoMs(match);
  if (/^\d{8}$/.test(text)) return dayOf(+text.slice(0, 4), +text.slice(4, 6), +text.slice(6));
  if (/^\d{9,13}(\.\d+)?$/.test(text)) return epochMs(Number(text));
  const short = /^(\d{2})\.(\d{2})\.(\d{2})$/.exec(text);
  if (short !== null) {
    const [, year = '', day = '', month = ''] = short;
    return options.shortDates ? dayOf(2000 + +year, +month, +day) : null;
  }
  const yearless = /^(\d{1,2})\.(\d{1,2})$/.exec(text);
  if (yearless === null || options.year === undefined) return null;
  const [, day = '', month = ''] = yearless;
  // Stored as a decimal number, October lost its zero: 13.1 is 13.10. January is 13.01.
  return dayOf(options.year, month.length === 1 ? +month * 10 : +month, +day);
}

/** No source counts views of videos from before, so smaller numbers are no times: ids, counts. */
const earliestEpochMs = Date.UTC(2000, 0, 1);

/** Unix seconds or milliseconds, distinguished by magnitude. */
function epochMs(value: number): number | null {
  const ms = Math.round(value < 1e11 ? value * 1000 : value);
  return ms >= earliestEpochMs ? ms : null;
}

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1970 ? date.getTime() : null;
}

/** `match`: of `iso`. */
function isoMs(match: RegExpExecArray): number | null {
  const [, year = '', month = '', date = '', hour = '0', minute = '0', second = '0', fraction, zone = ''] = match;
  const day = dayOf(+year, +month, +date);
  if (day === null || +hour > 24 || +minute > 59 || +second > 60) return null;
  const ms = fraction === undefined ? 0 : Math.trunc(Number(`0.${fraction}`) * 1000);
  return day + ((+hour * 60 + +minute - offsetMinutesOf(zone)) * 60 + +second) * 1000 + ms;
}

function offsetMinutesOf(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  const [, sign, hours = '', minutes = ''] = match;
  return (sign === '-' ? -1 : 1) * (+hours * 60 + +minutes);
}
