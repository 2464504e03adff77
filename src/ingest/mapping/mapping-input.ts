// Input of a mapping: pairs `field=column`, as the command line and the query write them, or an object, which is turned into pairs.
import { z } from 'zod';

const name = z.string().min(1).max(300);
const columnSchema = z.strictObject({
  column: name,
  values: z
    .record(z.string().max(200), z.string().max(200).nullable())
    .optional()
    .meta({ description: 'Replacements of its values; null drops one, `*` stands for all that are not listed' }),
  functions: z.array(z.string().max(40)).max(10).optional().meta({ description: 'Applied in this order' }),
});
type Column = z.infer<typeof columnSchema>;

const pairs = z.array(z.string().max(4000)).max(100);

export const mapSchema = z.union([pairs, z.record(name, z.union([z.string().max(4000), columnSchema]))]).meta({
  description: 'Columns by field: `{"text": "Caption"}`, or pairs `text=Caption`',
  examples: [{ text: 'Caption', niche: { column: 'Genre', values: { Fun: 'comedy' } } }],
});
export const setSchema = z.union([pairs, z.record(name, z.string().max(4000))]).meta({
  description: 'Constants by field: `{"platform": "Reels"}`, or pairs `platform=Reels`',
});
export const recordsOfSchema = z
  .string()
  .max(200)
  .meta({ description: 'For JSON whose records are the members of an object: `key:id` makes their keys the field id' });
export type PairsInput = z.infer<typeof mapSchema>;

/** An element of the array that is an object in JSON counts as one: a query can hold nothing else. */
export function toPairs(input: PairsInput): string[] {
  if (!Array.isArray(input)) return Object.entries(input).map(([field, given]) => `${field}=${columnText(given)}`);
  return input.flatMap((element) => {
    const object = mapSchema.safeParse(parseObject(element));
    return object.success ? toPairs(object.data) : [element];
  });
}

/** What stands right of the `=`. */
export type ColumnRule = Required<Column>;

const table = /^([^{}]*)\{([^{}]*)\}((?:\|[^{}]*)?)$/;

/** Reads `Genre`, `Genre{Fun:comedy,Misc:}|lower`, and a column as an object in JSON. */
export function parseColumn(text: string): ColumnRule {
  const object = columnSchema.safeParse(parseObject(text));
  if (object.success) return { values: {}, functions: [], ...object.data };
  const found = table.exec(text);
  // `Name {old}` is a name.
  const [, head = text, entries = '', tail = ''] = found?.[2]?.includes(':') ? found : [];
  const [column = '', ...functions] = `${head}${tail}`.split('|').map((part) => part.trim());
  const values = entries.split(',').flatMap((entry) => {
    const colon = entry.lastIndexOf(':');
    return colon < 0 ? [] : [[entry.slice(0, colon).trim(), entry.slice(colon + 1).trim() || null]];
  });
  return { column, functions, values: Object.fromEntries(values) };
}

function columnText(given: string | Column): string {
  if (typeof given === 'string') return given;
  const { column, values = {}, functions = [] } = given;
  const entries = Object.entries(values).map(([value, label]) => `${value}:${label ?? ''}`);
  const text = [entries.length > 0 ? `${column}{${entries.join(',')}}` : column, ...functions].join('|');
  // A name with one of the signs can only be written in JSON.
  const isSame = JSON.stringify(parseColumn(text)) === JSON.stringify({ column, functions, values });
  return isSame ? text : JSON.stringify(given);
}

function parseObject(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
