// PreviewMapping: every column of the file with its first values, and the field that it becomes, which can be changed.
import { useState } from 'react';
import { Combobox } from '../../kit/forms/combobox.tsx';
import type { ImportOptions } from './import-uploads.ts';
import { fieldName, fieldOptions } from './mapping-fields.tsx';
import type { Preview } from './request-preview.ts';

type PreviewMappingProps = {
  preview: Preview;
  options: ImportOptions;
  fields: readonly string[];
  disabled: boolean;
  onChange: (options: ImportOptions) => Promise<void>;
};

/** Required fields that no column or constant is mapped to. */
export function missingFields({ mapping, columns }: Preview): string[] {
  if (columns.length === 0) return [];
  return ['text', 'views'].filter((field) => !mapping.some((mapped) => mapped.field === field));
}

type Pair = { field: string; column: string };

/** Suggests columns for missing fields by their values: the largest numbers are views, the longest words the text. */
export function suggestedPairs(preview: Preview): Pair[] {
  const { columns, samples, mapping } = preview;
  const free = columns.filter((column) => !mapping.some((mapped) => mapped.columns.includes(column)));
  const sizeOf = { views: largest, text: longest } as const;
  const missing = missingFields(preview);
  const pairs = missing.flatMap((field) => {
    const size = (column: string) => sizeOf[field as 'text'](samples[column] ?? []);
    const [best] = free.filter((column) => size(column) > 0).sort((one, other) => size(other) - size(one));
    return best === undefined ? [] : [{ field, column: best }];
  });
  return pairs.length === missing.length ? pairs : [];
}

const isNumber = (text: string) => /^\d[\d.,\s]*[kmb]?$/i.test(text);
const largest = (values: readonly string[]) =>
  values.every(isNumber) ? Math.max(0, ...values.map((value) => Number(value.replace(/\D/g, '')))) : 0;
const longest = (values: readonly string[]) =>
  values.some((value) => isNumber(value) || /^(https?:|[[{])/.test(value)) ? 0 : values.join('').length;

/** A mapping turns preset detection off, so the preset of the preview is set. */
export function mapped(options: ImportOptions, { preset }: Preview, pairs: readonly Pair[]): ImportOptions {
  const paths = pairs.map(({ field, column }) => [field, toPath(column)] as const);
  const isReplaced = (pair: string) =>
    paths.some(([field, path]) => pair.startsWith(`${field}=`) || pair.endsWith(`=${path}`));
  const kept = options.map.filter((pair) => !isReplaced(pair));
  return {
    ...options,
    preset: options.preset || preset || 'none',
    map: [...kept, ...paths.map(([field, path]) => `${field}=${path}`)],
  };
}

export function PreviewMapping({ preview, options, fields, disabled, onChange }: PreviewMappingProps) {
  const { mapping, columns, samples } = preview;
  /** Chosen pair, until the preview with it is loaded. */
  const [choice, setChoice] = useState<Pair>();
  const change = async (pair: Pair) => {
    setChoice(pair);
    await onChange(mapped(options, preview, [pair]));
    setChoice(undefined);
  };
  const suggested = suggestedPairs(preview);
  const suggestionOf = (column: string) => {
    const pair = suggested.find((one) => one.column === column);
    return pair && `${fieldName(pair.field)}?`;
  };
  if (columns.length === 0) return null;
  const constants = mapping.filter(({ constant }) => constant !== null);
  return (
    <section className="stack gap-2" aria-label="Mapping">
      <h3 className="font-medium">Columns of the file</h3>
      <ul className="max-h-80 divide-y overflow-y-auto rounded-md border">
        {columns.map((column) => {
          const found = mapping
            .filter(({ columns }) => columns.some((path) => isOf(path, column)))
            .map(({ field }) => field);
          const [field, ...further] = choice?.column === column ? [choice.field] : found;
          return (
            <li
              key={column}
              className="grid items-center gap-x-3 gap-y-1 px-3 py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)_12rem]"
            >
              <span className={`wrap-anywhere ${field ? 'font-medium' : ''}`}>{column}</span>
              <span className="min-w-0 truncate text-xs text-muted">
                <bdi>{samples[column]?.join(' · ')}</bdi>
              </span>
              <span className="grid gap-1">
                <Combobox
                  label={`Field of ${column}`}
                  disabled={disabled}
                  options={fieldOptions(fields)}
                  chosen={field === undefined ? [] : [field]}
                  placeholder={suggestionOf(column) ?? 'Not imported'}
                  onChoose={(value) => change({ field: value, column })}
                />
                {further.length > 0 && (
                  <span className="text-xs text-muted">and {further.map(fieldName).join(', ')}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {constants.length > 0 && (
        <p className="text-xs text-muted wrap-anywhere">
          {constants.map(({ field, constant }) => `${fieldName(field)}: ${constant}`).join(', ')}, for all records
        </p>
      )}
    </section>
  );
}

/** Whether a path of the mapping begins at the column. */
function isOf(path: string, column: string): boolean {
  return path === column || path.startsWith(`${column}.`) || path === column.replaceAll('/', '.');
}

/** A name with `|`, `{` or `}` would be read as a function or a table of values, so it is written in JSON. */
function toPath(column: string): string {
  return /[|{}]/.test(column) ? JSON.stringify({ column }) : column;
}
