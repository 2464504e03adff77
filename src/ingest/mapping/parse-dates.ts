// Turns what a source writes for a moment into a Date, or null: a guess is worse than none. No other kinds of values.
import { dayMs } from '../../lib/time.ts';

export type DateOptions = {
  /** The year of dates that state none: `28.09`. */
  year?: number;
  /** Reads `17.14.11` as YY.DD.MM. Without it such a date is too ambiguous to take. */
  shortDates?: boolean;
  now?: number;
};

const iso =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/** The moment, or null where it is absent, unreadable, impossible or more than a day in the future. */
export function parseDate(value: unknown, options: DateOptions = {}): Date | null {
  const ms = parseMs(value, options);
  if (ms === null || !Number.isFinite(ms)) return null;
  return ms > (options.now ?? Date.now()) + dayMs ? null : new Date(ms);
}

function parseMs(value: unknown, options: DateOptions): number | null {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number')
    return options.year !== undefined && value < 32 ? parseMs(String(value), options) : epochMs(value);
  if (typeof value !== 'string' || value.length > 64) return null;
  const text = value.trim();
  const match = iso.exec(text);
  if (match !== null) return isoMs(match);
  if (/^\d{8}$/.test(text)) return dayOf(+text.slice(0, 4), +text.slice(4, 6), +text.slice(6));
  if (/^\d{9,13}(\.\d+)?$/.test(text)) return epochMs(Number(text));
  const short = /^(\d{2})\.(\d{2})\.(\d{2})$/.exec(text);
  if (short !== null) return options.shortDates ? dayOf(2000 + +short[1], +short[3], +short[2]) : null;
  const yearless = /^(\d{1,2})\.(\d{1,2})$/.exec(text);
  if (yearless === null || options.year === undefined) return null;
  // Written as a fraction, October lost its zero: 13.1 is 13.10. January is 13.01.
  const month = yearless[2].length === 1 ? +yearless[2] * 10 : +yearless[2];
  return dayOf(options.year, month, +yearless[1]);
}

/** Unix seconds or milliseconds, told apart by their size: both from 1973 on. */
function epochMs(value: number): number | null {
  if (value >= 1e8 && value < 1e11) return Math.round(value * 1000);
  return value >= 1e11 && value < 1e14 ? Math.round(value) : null;
}

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1970 ? date.getTime() : null;
}

function isoMs(match: RegExpExecArray): number | null {
  const day = dayOf(+match[1], +match[2], +match[3]);
  const [hours, minutes, seconds] = [+(match[4] ?? 0), +(match[5] ?? 0), +(match[6] ?? 0)];
  if (day === null || hours > 24 || minutes > 59 || seconds > 60) return null;
  const ms = match[7] === undefined ? 0 : Math.trunc(Number(`0.${match[7]}`) * 1000);
  const zone = /^([+-])(\d{2}):?(\d{2})$/.exec(match[8] ?? '');
  const offsetMinutes = zone === null ? 0 : (zone[1] === '-' ? -1 : 1) * (+zone[2] * 60 + +zone[3]);
  return day + ((hours * 60 + minutes - offsetMinutes) * 60 + seconds) * 1000 + ms;
}
