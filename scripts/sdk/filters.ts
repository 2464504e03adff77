// The filters of hooks for the SDK and for n8n, which import no code of the service: tables, and a copy of filter-words.ts.
import { readFileSync } from 'node:fs';
import { filterFields } from '../../src/catalog/search/filter-fields.ts';

const opening = (source: string) => `written from src/catalog/search/${source} by \`npm run generate\`. Do not edit.`;

/** Texts of the files by path. */
export function emitFilters(): Readonly<Record<string, string>> {
  const fields = Object.entries(filterFields).filter(([, { aliasOf }]) => aliasOf === undefined);
  const small = Object.fromEntries(
    fields.map(([name, { description: _, example: __, title, ...field }]) =>
      // Titles of counts and times follow from their names.
      [name, /^(count|time)$/.test(field.kind) ? field : { title, ...field }],
    ),
  );
  const examples = fields.flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]]));
  const described = fields.map(([name, { unit: _, isDecimal: __, ...field }]) => ({ name, ...field }));
  const words = readFileSync(new URL('../../src/catalog/search/filter-words.ts', import.meta.url), 'utf8');
  return {
    'sdk/src/filter-fields.ts': `// The filters of hooks by name, ${opening('filter-fields.ts')}

/**
 * Every filter of the API, for forms: kind, title, and values if they are fixed. \`GET /meta\` lists the values of labels.
 *
 * @example
 * const labels = Object.entries(filterFields).filter(([, { kind }]) => kind === 'label');
 */
export const filterFields = ${literal(small)} as const;
`,
    'web/src/features/filters/filter-examples.ts': `// Examples of values of filters, ${opening('filter-fields.ts')}
export const filterExamples: Readonly<Record<string, string>> = ${literal(Object.fromEntries(examples))};
`,
    'sdk/src/filter-words.ts': words.replace(/\n/, `\n// Copy, ${opening('filter-words.ts')}\n`),
    'integrations/n8n-nodes-hookline/nodes/shared/filter-fields.ts': `// The filters of hooks, ${opening('filter-fields.ts')}

export type FilterField = {
  name: string;
  kind: 'label' | 'list' | 'count' | 'time' | 'share' | 'flag' | 'text' | 'choice';
  title: string;
  description: string;
  example?: string;
  values?: Readonly<Record<string, string>>;
};

export const filterFields: readonly FilterField[] = ${literal(described)};
`,
  };
}

/** Writes a value as the formatter prints it, so that `npm run check` finds nothing to change. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value === 'boolean') return String(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((one) => `${deeper}${literal(one, deeper)},\n`).join('')}${indent}]`;
  const members = Object.entries(value as object).map(([name, one]) => `${deeper}${member(name, one, deeper)},\n`);
  return `{\n${members.join('')}${indent}}`;
}

function member(name: string, value: unknown, indent: string): string {
  const text = literal(value, indent);
  const isLong = typeof value === 'string' && `${indent}${name}: ${text},`.length > 120;
  return isLong ? `${name}:\n${indent}  ${text}` : `${name}: ${text}`;
}
