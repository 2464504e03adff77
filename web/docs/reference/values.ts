// Values for a schema: its own examples, else plausible ones by the names of fields.
import type { Schema } from './document.ts';
import { resolve, type Schemas } from './fields.ts';

const at = '2026-11-23T06:00:00Z';
const later = '2026-11-24T06:00:00Z';
const texts: readonly (readonly [name: RegExp, value: string])[] = [
  [/^(text|line|draft)$/, 'How to read a payslip in sixty seconds'],
  [/email|^(by|actor|author)$/, 'ada@example.com'],
  [/hook_id|merged_into|^(hook|other)$/, 'hook_4103'],
  [/(^|_)id$/, '9xKc2VbQ7wLr5TnE'],
  [/url|location|link/, 'https://example.com/hooks'],
  [/version/, '1.0.0'],
  [/plan/, 'scale'],
  [/scope/, 'read'],
  [/^message$/, 'If this is a live key, it has been revoked.'],
  [/use_case/, 'Ideas for our weekly video'],
  [/^key$/, 'hkl_…'],
  [/secret/, 'whsec_…'],
  [/^(since|until|at|from|to)$|_at$|_until$/, at],
  [/niche/, 'finance'],
  [/archetype|^value$/, 'how_to'],
  [/emotion/, 'trust'],
  [/platform/, 'TikTok'],
  [/language/, 'en'],
  [/every|interval/, '6h'],
  [/source/, 'partner-feed'],
  [/name|title|holder/, 'Ada Lovelace'],
  [/cursor/, 'AdOEmBoAQZQOv-wAAABAsAcAAAAAAA'],
  [/reason|note|message|comment/, 'Wrong niche'],
];
/** Fields that are null unless something is wrong or over. */
const isUsuallyNull =
  /error|failure|paused|skipped|canceled|revoked|suspended|ended|failing|merged|^next|blocked|undone|deleted|until$/;

/** `known` are records by the name of their schema, which are used unchanged. */
type Context = { schemas: Schemas; known?: ReadonlyMap<string, unknown> };

/** Includes required fields only, since nearly all fields of responses are required. `name` is the field's name. */
export function exampleValue(schema: Schema, context: Context, name = '', depth = 0): unknown {
  const record = context.known?.get(schema.$ref?.split('/').at(-1) ?? '');
  if (record !== undefined) return record;
  const resolved = resolve(schema, context.schemas);
  const variants = resolved.anyOf ?? resolved.oneOf ?? [];
  const types = [resolved.type ?? []].flat();
  if (resolved.example !== undefined) return resolved.example;
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum) return resolved.enum[0];
  const isNullable = types.includes('null') || variants.some(({ type }) => type === 'null');
  if (isNullable && (isUsuallyNull.test(name) || depth > 5)) return null;
  const [variant] = variants.filter(({ type }) => type !== 'null');
  if (variant) return exampleValue(variant, context, name, depth);
  if (resolved.allOf)
    return Object.assign({}, ...resolved.allOf.map((part) => exampleValue(part, context, name, depth)));
  const [type] = types.filter((one) => one !== 'null');
  if (type === 'array') return exampleList(resolved, context, name, depth);
  if (type === 'object') {
    const { properties = {}, required = [] } = resolved;
    return Object.fromEntries(
      required.map((key) => [key, exampleValue(properties[key] ?? {}, context, key, depth + 1)]),
    );
  }
  if (type === 'integer' || type === 'number') return exampleNumber(resolved, name, type === 'integer');
  if (type === 'boolean') return !/suspended|truncated|shrink|revoked/.test(name);
  if (resolved.format === 'date-time') return /expires|next_|resume/.test(name) ? later : at;
  return exampleText(resolved, name);
}

function exampleList({ items, minItems = 0 }: Schema, context: Context, name: string, depth: number): unknown[] {
  if (!items || (minItems === 0 && (depth > 4 || /problems|notices|errors|warnings/.test(name)))) return [];
  return [exampleValue(items, context, name.replace(/s$/, ''), depth + 1)];
}

function exampleNumber(
  { minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema,
  name: string,
  isInteger: boolean,
): number {
  if (!isInteger && maximum <= 1) return 0.87;
  const low = minimum === undefined ? 0 : Math.max(0, minimum);
  const likely = /bytes/.test(name)
    ? 48_213
    : /views/.test(name)
      ? 4_810_233
      : /^(count|n|index|of|page)$/.test(name)
        ? 1
        : 12;
  return Math.min(maximum, Math.max(low, likely));
}

function exampleText({ description = '' }: Schema, name: string): string {
  // Ids are described by their prefix: "`exp_` and 16 letters or digits".
  const [, prefix] = /`(\w+_)` and 16/.exec(description) ?? [];
  if (prefix) return `${prefix}9xKc2VbQ7wLr5TnE`;
  return texts.find(([pattern]) => pattern.test(name))?.[1] ?? '…';
}
