// Query reader: the values of a valid query string without zod, which takes longer than the search. It is derived from the schema.
// Types that it does not know are left to zod, and so are invalid queries, since only zod has their errors.
import { z } from 'zod';

/** The query is invalid, or only the whole schema can read it. */
export const unread = Symbol('unread');

type ReadQuery = (text: string) => Record<string, unknown> | typeof unread;
type ReadValue = (text: string) => unknown;

/** Undefined if parameters depend on each other, or an absent one has a value. */
export function createQueryReader({ def, shape }: z.ZodObject): ReadQuery | undefined {
  const types = Object.entries(shape);
  if (def.checks || !types.every(([, type]) => type instanceof z.ZodOptional)) return undefined;
  const readers = new Map(
    types.map(([name, type]) => [name, { name, read: readerOf((type as z.ZodOptional<z.ZodType>).unwrap()) }]),
  );
  return (text) => {
    const values: Record<string, unknown> = {};
    for (let at = 0, end = 0; at < text.length; at = end + 1) {
      end = text.indexOf('&', at);
      if (end < 0) end = text.length;
      if (end === at) continue;
      const equals = text.indexOf('=', at);
      const nameEnd = equals < 0 || equals > end ? end : equals;
      const reader = readers.get(text.slice(at, nameEnd));
      // Encoded and unknown names, and those that are repeated.
      if (reader === undefined || values[reader.name] !== undefined) return unread;
      const given = decodePart(text.slice(nameEnd + 1, end));
      const value = given === undefined ? unread : reader.read(given);
      if (value === unread) return unread;
      values[reader.name] = value;
    }
    return values;
  };
}

/** Undefined for percent-encoding that is not UTF-8. */
export function decodePart(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Of one list, empty ones included. */
export const maxListValues = 1000;

/** A longer text may have too many values. */
function splitList(text: string): string[] | typeof unread {
  if (text.length >= maxListValues) return unread;
  return text.includes(',') ? withoutEmpty(text.split(',')) : withoutEmpty([text]);
}

export function withoutEmpty(parts: readonly string[]): string[] {
  const values: string[] = [];
  for (const part of parts) {
    const value = part.trim();
    if (value !== '') values.push(value);
  }
  return values;
}

function readerOf(type: z.ZodType): ReadValue {
  const read = readerOfKnown(type);
  if (read) return read;
  const isList = type instanceof z.ZodArray;
  return (text) => {
    const { success, data } = z.safeParse(type, isList ? splitList(text) : text);
    return success ? data : unread;
  };
}

/** Strings, lists of them, one of some, and what a function makes of a string. */
function readerOfKnown(type: unknown): ReadValue | undefined {
  if (type instanceof z.ZodEnum) {
    const known = new Set<unknown>(type.options);
    return (text) => (known.has(text) ? text : unread);
  }
  if (type instanceof z.ZodPipe && type.out instanceof z.ZodTransform) {
    const read = readerOfKnown(type.in);
    const { transform } = type.out.def;
    // A second argument could add errors.
    if (!read || transform.length > 1) return undefined;
    return (text) => {
      const value = read(text);
      return value === unread ? unread : (transform as (value: unknown) => unknown)(value);
    };
  }
  const isList = type instanceof z.ZodArray;
  if (isList ? !isAnyString(type.element) : !isString(type)) return undefined;
  const tests = testsOf(type as z.ZodString | z.ZodArray);
  if (!tests) return undefined;
  return (text) => {
    const value = isList ? splitList(text) : text;
    for (const test of tests) if (value === unread || !test(value)) return unread;
    return value;
  };
}

const isString = (type: unknown): type is z.ZodString =>
  type instanceof z.ZodString && !type.def.coerce && !('format' in type.def);
const isAnyString = (type: unknown) => isString(type) && !type.def.checks?.length;

type Test = (value: string | string[]) => unknown;
type CheckDef = { check: string; minimum?: number; maximum?: number; fn?: Test; when?: unknown };

/** Undefined if there is a check of another kind. */
function testsOf({ def }: z.ZodString | z.ZodArray): Test[] | undefined {
  const tests = (def.checks ?? []).map((check) => testOf(check._zod.def as CheckDef));
  return tests.every((test) => test !== undefined) ? tests : undefined;
}

function testOf({ check, minimum = 0, maximum = 0, fn, when }: CheckDef): Test | undefined {
  if (check === 'min_length') return ({ length }) => length >= minimum;
  if (check === 'max_length') return ({ length }) => length <= maximum;
  return check === 'custom' && when === undefined ? fn : undefined;
}
