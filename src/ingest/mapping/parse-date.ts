// Parses dates and times as sources write them. An ambiguous value is null, since no date is better than a wrong one.
import { lazily } from '../../lib/async.ts';
import { dayMs } from '../../lib/time.ts';

export type DateOrder = 'day_first' | 'month_first';

export type DateOptions = {
  /** The year of dates without one: `28.09`. */
  year?: number;
  /** Reads `17.14.11` as YY.DD.MM. By default such a date is ambiguous and null. */
  shortDates?: boolean;
  /** Order of `05/10/2026`, if the dates of the file determine it. */
  order?: DateOrder | null;
  now?: number;
};

const iso =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Matches the usual format of programs, on days that every month has, for which Date.parse() takes a fifth of the time. */
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
  if (/^\d{5}(\.\d+)?$/.test(text)) return serialMs(Number(text));
  const short = /^(\d{2})\.(\d{2})\.(\d{2})$/.exec(text);
  if (short !== null && options.shortDates) {
    const [, year = '', day = '', month = ''] = short;
    return dayOf(2000 + +year, +month, +day);
  }
  if (numeric.test(text)) return numericMs(text, options);
  const [, ...parts] = eastern.exec(text) ?? [];
  if (parts.length === 3) return dayOf(Number(parts[0]), Number(parts[1]), Number(parts[2]));
  const yearless = /^(\d{1,2})\.(\d{1,2})$/.exec(text);
  if (yearless === null) return namedMs(text, options);
  if (options.year === undefined) return null;
  const [, day = '', month = ''] = yearless;
  // A date stored as a decimal number loses its last zero, so 13.1 is October. January is 13.01.
  return dayOf(options.year, month.length === 1 ? +month * 10 : +month, +day);
}

/** East Asian dates: `2026年10月5日`, `2026. 10. 5.` */
const eastern = /^(\d{4})\s*[年년.]\s*(\d{1,2})\s*[月월.]\s*(\d{1,2})\s*[日일.]?$/;

/** Smaller numbers are not times but ids or counts, since no source counted views before 2000. */
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

/** `match`: result of `iso`. */
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

/** Days of a spreadsheet since 1900, from 2000 on. */
function serialMs(days: number): number | null {
  const ms = Math.round((days - 25_569) * dayMs);
  return ms >= earliestEpochMs ? ms : null;
}

const time = String.raw`(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]\.?m\.?)?)?`;
const numeric = new RegExp(String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'i');

/** Parses `05/10/2026`. With dots the day comes first. */
function numericMs(text: string, { order }: DateOptions): number | null {
  const [, first = '', sign, second = '', year = '', ...clock] = numeric.exec(text) ?? [];
  const isDayFirst = sign === '.' || order === 'day_first' || +first > 12;
  if (!isDayFirst && order !== 'month_first' && +second <= 12 && first !== second) return null;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return atTime(dayOf(fullYear(year), +month, +day), clock);
}

function fullYear(year: string): number {
  return year.length === 2 ? 2000 + +year : +year;
}

/** `clock`: hours, minutes, seconds and `am` or `pm`. */
function atTime(day: number | null, [hour = '0', minute = '0', second = '0', half]: string[]): number | null {
  const hours = half === undefined ? +hour : (+hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  return day === null || hours > 24 || +minute > 59 || +second > 60
    ? null
    : day + ((hours * 60 + +minute) * 60 + +second) * 1000;
}

/** The order of day and month that the dates of a file imply, or null. */
export function findDateOrder(values: Iterable<unknown>): DateOrder | null {
  const orders = new Set<DateOrder>();
  for (const value of values) {
    const [, first = '', sign, second = ''] = (typeof value === 'string' && numeric.exec(value.trim())) || [];
    if (sign === '.') continue;
    if (+first > 12) orders.add('day_first');
    if (+second > 12) orders.add('month_first');
  }
  const [order = null] = orders;
  return orders.size === 1 ? order : null;
}

const languages = 'en es pt fr de it nl pl ru uk tr id vi sv da nb fi cs ro hu el hr sr bg ka hi ar'.split(' ');

/** Numbers of months by name as returned by foldName(), within a date and alone. */
const months = lazily(() => {
  const numbers = new Map<string, number>();
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      for (const more of [{}, { day: 'numeric' } as const])
        for (let number = 1; number <= 12; number++) {
          const format = new Intl.DateTimeFormat(language, { month, ...more, timeZone: 'UTC' });
          const name = format.formatToParts(Date.UTC(2026, number - 1, 1)).find(({ type }) => type === 'month')?.value;
          if (name !== undefined && /\p{L}/u.test(name)) numbers.set(foldName(name), number);
        }
  return numbers.set('sept', 9);
});

function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.]/g, '');
}

/** Parses `Oct 5, 2026`, `5 de octubre de 2026 14:30`, `20 января`, `Mon Oct 05 14:30:00 +0000 2026`. */
function namedMs(text: string, { year }: DateOptions): number | null {
  const clock = /(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]\.?m\.?(?!\p{L}))?/iu.exec(text);
  const zone = /\s([+-]\d{2}:?\d{2})(?!\d)/.exec(text)?.[1] ?? '';
  const rest = text.replace(clock?.[0] ?? '', ' ').replace(zone, ' ');
  const names = (rest.match(/[\p{L}\p{M}]+/gu) ?? []).map((name) => months().get(foldName(name)));
  const found = names.filter((month) => month !== undefined);
  const numbers = rest.match(/\d+/g) ?? [];
  const years = numbers.filter((number) => number.length === 4);
  const [day, ...others] = numbers.filter((number) => number.length < 3);
  const short = others.length === 1 ? `20${others[0]?.padStart(2, '0')}` : undefined;
  // `2 years ago` contains the name of a month in Spanish.
  const given =
    years[0] ??
    short ??
    (rest.match(/\p{L}+/gu)?.every((name) => name === 'de' || months().has(foldName(name))) ? year : undefined);
  if (found.length !== 1 || day === undefined || given === undefined || numbers.length > 2) return null;
  const ms = atTime(dayOf(+given, found[0] ?? 0, +day), clock?.slice(1) ?? []);
  return ms === null ? null : ms - offsetMinutesOf(zone) * 60_000;
}
