// A JSON schema as a tree of fields, which the reference prints: name, type in words, description.
import type { Schema } from './document.ts';

export type Field = {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  /** Allowed values, and bounds, in words. */
  notes: readonly string[];
  children: readonly Field[];
};
export type Schemas = Readonly<Record<string, Schema>>;

/** Deeper fields repeat types that are documented separately. */
const maxDepth = 6;
/** Zod bounds every integer by the safe integers, which do not count as bounds. */
const isBound = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

export function fieldsOf(schema: Schema | undefined, schemas: Schemas, depth = 0): Field[] {
  if (!schema || depth > maxDepth) return [];
  const resolved = resolve(schema, schemas);
  if (resolved.items) return fieldsOf(resolved.items, schemas, depth);
  const { properties, required = [], allOf } = resolved;
  if (allOf) return allOf.flatMap((part) => fieldsOf(part, schemas, depth));
  if (!properties) {
    const variants = (resolved.anyOf ?? resolved.oneOf ?? []).filter(({ type }) => type !== 'null');
    // Fields of all variants, each name once.
    const fields = variants.flatMap((variant) => fieldsOf(variant, schemas, depth));
    const map = resolved.additionalProperties;
    if (fields.length === 0 && typeof map === 'object') return fieldsOf(map, schemas, depth);
    return [...new Map(fields.map((field) => [field.name, field])).values()];
  }
  return Object.entries(properties).map(([name, property]) =>
    toField(name, property, { schemas, isRequired: required.includes(name), depth }),
  );
}

type Context = { schemas: Schemas; isRequired: boolean; depth: number };

export function toField(name: string, schema: Schema, { schemas, isRequired, depth }: Context): Field {
  const resolved = resolve(schema, schemas);
  return {
    name,
    type: typeOf(schema, schemas),
    isRequired,
    description: schema.description ?? resolved.description ?? '',
    notes: notesOf(resolved, schemas),
    children: fieldsOf(schema, schemas, depth + 1),
  };
}

export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const resolved = resolve(schema, schemas);
  const { type, format, items, additionalProperties } = resolved;
  const variants = resolved.anyOf ?? resolved.oneOf;
  if (variants) return [...new Set(variants.map((variant) => typeOf(variant, schemas)))].join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return `array of ${plural(items ? typeOf(items, schemas) : 'value')}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `map of ${plural(typeOf(additionalProperties, schemas))}`;
  if (format === 'date-time') return 'date-time';
  if (resolved.const !== undefined) return JSON.stringify(resolved.const);
  return type ?? 'any';
}

const plural = (type: string) => (type === 'any' || type.startsWith('array') || / or /.test(type) ? type : `${type}s`);

function notesOf(schema: Schema, schemas: Schemas): string[] {
  const item = schema.items ? resolve(schema.items, schemas) : undefined;
  const simple = (schema.anyOf ?? []).map((variant) => resolve(variant, schemas)).find(({ enum: values }) => values);
  const values = schema.enum ?? item?.enum ?? simple?.enum;
  const { minimum, maximum, maxLength, maxItems, default: fallback } = schema;
  const [low, high] = [isBound(minimum) ? minimum : undefined, isBound(maximum) ? maximum : undefined];
  return [
    ...(values && values.length > 1 ? [`One of ${values.map((value) => `\`${value}\``).join(', ')}`] : []),
    ...(low !== undefined && high !== undefined ? [`${low}–${high}`] : []),
    ...(low !== undefined && high === undefined && low !== 0 ? [`At least ${low}`] : []),
    ...(low === undefined && high !== undefined ? [`At most ${high}`] : []),
    ...(maxLength !== undefined ? [`At most ${maxLength} characters`] : []),
    ...(maxItems !== undefined ? [`At most ${maxItems}`] : []),
    ...(fallback !== undefined ? [`Default \`${JSON.stringify(fallback)}\``] : []),
  ];
}
