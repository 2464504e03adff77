// Reads the value of a field of a record by its mapping: constant, columns, table of values, functions, pattern.

import { type ColumnPath, compilePath, type Field, fields, type Mapping, valuesAt } from './mapping.ts';
import type { DateOptions } from './parse-date.ts';
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
    plan = {
      ...Object.fromEntries(perField),
      dates: { year, shortDates: mapping.shortDates, order: mapping.dateOrder },
    } as Plan;
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

/** A record with its mapping. `isGuarded`: cells may begin with the apostrophe that our CSV exports put before formulas. */
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

/** The value of a field with the spelling of the file. */
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
