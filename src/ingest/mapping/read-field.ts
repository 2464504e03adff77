// Reads the value of a field of a record, as its mapping says: constant, columns, table of values, functions, pattern.

import { dayMs } from '../../lib/time.ts';
import { type ColumnPath, compilePath, type Field, fields, type Mapping, valuesAt } from './mapping.ts';
import { applyFunctions, type TextFunction } from './text-functions.ts';

/** The mapping of one field. */
type FieldPlan = {
  constant: string | undefined;
  unknownWhere: string | undefined;
  paths: ColumnPath[];
  values: Record<string, string | null> | undefined;
  functions: readonly TextFunction[] | undefined;
  pattern: RegExp | undefined;
};

type Plan = Record<Field, FieldPlan> & { dates: DateOptions };

const plans = new WeakMap<Mapping, Plan>();

function planOf(mapping: Mapping): Plan {
  let plan = plans.get(mapping);
  if (plan === undefined) {
    const year = mapping.set.year === undefined ? undefined : Number(mapping.set.year);
    const perField = fields.map((field) => [field, planField(mapping, field)]);
    plan = { ...Object.fromEntries(perField), dates: { year, shortDates: mapping.shortDates } } as Plan;
    plans.set(mapping, plan);
  }
  return plan;
}

function planField(mapping: Mapping, field: Field): FieldPlan {
  const pattern = mapping.extract[field];
  return {
    constant: mapping.set[field],
    unknownWhere: mapping.unknownWhere[field],
    paths: (mapping.map[field] ?? []).map(compilePath),
    values: mapping.values[field],
    functions: mapping.functions[field],
    pattern: pattern === undefined ? undefined : new RegExp(pattern),
  };
}

/** A record with its mapping. `isGuarded`: cells may begin with the apostrophe that our CSV exports put before what looks like a formula. */
export type Source = { record: Record<string, unknown>; mapping: Mapping; plan: Plan; isGuarded: boolean };

export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

export function isTrue(record: Record<string, unknown>, column: string): boolean {
  const value = Object.hasOwn(record, column) ? record[column] : false;
  return value === true || (typeof value === 'string' && /^true$/i.test(value));
}

/** The value of a field, or undefined. */
export function pick(source: Source, field: Field): unknown {
  const { constant, values, functions, pattern } = source.plan[field];
  if (constant !== undefined) return constant;
  const value = pickRaw(source, field);
  return value === undefined || !(values || functions || pattern) ? value : translate(source.plan[field], value);
}

/** The value of a field as the file spells it. */
export function pickRaw({ record, plan, isGuarded }: Source, field: Field): unknown {
  const { unknownWhere, paths } = plan[field];
  if (unknownWhere !== undefined && isTrue(record, unknownWhere)) return undefined;
  for (const path of paths) {
    const own = Object.hasOwn(record, path.name) ? record[path.name] : undefined;
    const found = isPresent(own) ? own : valuesAt(record, path).find(isPresent);
    const value = isGuarded && typeof found === 'string' ? unguard(found) : found;
    if (value !== undefined) return value;
  }
  return undefined;
}

const apostrophe = 39;

function unguard(cell: string): string {
  return cell.charCodeAt(0) === apostrophe && /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

function translate({ values, functions, pattern }: FieldPlan, given: unknown): unknown {
  let value = given;
  if (values !== undefined && typeof given !== 'object') {
    const key = String(given).trim();
    if (Object.hasOwn(values, key)) value = values[key] ?? undefined;
    else if (Object.hasOwn(values, '*')) value = values['*'] ?? undefined;
  }
  if (functions !== undefined && typeof value === 'string') value = applyFunctions(functions, value) || undefined;
  if (pattern === undefined || value === undefined) return value;
  return typeof value === 'string' ? pattern.exec(value)?.[1] : undefined;
}

export function toSource(record: Record<string, unknown>, mapping: Mapping): Source {
  // Only our CSV exports guard cells, and in CSV every value is a string.
  return {
    record,
    mapping,
    plan: planOf(mapping),
    isGuarded: mapping.unguardCells && typeof record.views === 'string',
  };
}

// Parses dates and times as sources write them. An ambiguous value is null: no date is better than a wrong one.

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

// Parses counts (views, likes) as sources write them, exactly.

/** Powers of ten. */
const scales: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['thousand', 3],
  ['m', 6],
  ['mn', 6],
  ['mio', 6],
  ['million', 6],
  ['b', 9],
  ['bn', 9],
  ['billion', 9],
]);

const grouped = /^[1-9]\d{0,2}(?:([, '’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*$/;
/** Indian grouping: 1,23,45,678. */
const groupedByTwo = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
/** Two or more groups: a single group of three after a dot may be a fraction. */
const groupedByDots = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const scaled = /^(\d+)(?:\.(\d+)|,(\d{1,2}))?\s?(k|thousand|m|mn|mio|million|b|bn|billion)$/i;

/** Null if absent; `invalid` if not a whole number from 0 to 2^53-1. */
export function parseCount(value: unknown): number | null | 'invalid' {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value + 0 : 'invalid';
  if (typeof value !== 'string') return 'invalid';
  if (/^\d{1,15}$/.test(value)) return Number(value);
  if (value.length > 60) return 'invalid';
  const text = value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .replace(/\s?(views|plays)$/i, '');
  if (text === '') return null;
  return parseText(text);
}

function parseText(text: string): number | 'invalid' {
  if (/^\d+$/.test(text)) return exact(text);
  // pandas writes columns with gaps as floats: 1943013.0 is a whole number.
  if (/^\d+\.0{1,2}$/.test(text)) return exact(text.slice(0, text.indexOf('.')));
  if (grouped.test(text) || groupedByTwo.test(text) || groupedByDots.test(text)) return exact(text.replace(/\D/g, ''));
  const match = scaled.exec(text);
  if (match === null) return 'invalid';
  const [, whole = '', afterDot, afterComma, unit = ''] = match;
  const fraction = (afterDot ?? afterComma ?? '').replace(/0+$/, '');
  const zeros = (scales.get(unit.toLowerCase()) ?? 0) - fraction.length;
  return zeros < 0 ? 'invalid' : exact(whole + fraction + '0'.repeat(zeros));
}

function exact(digits: string): number | 'invalid' {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : 'invalid';
}
