// PreviewMapping: every column of the file with its first values, and the field that it becomes, which can be changed.
import { useState } from 'react';
import { Combobox } from '../../kit/forms/combobox.tsx';
import type { ImportOptions } from './import-uploads.ts';
import type { Preview } from './request-preview.ts';

type PreviewMappingProps = {
  preview: Preview;
  options: ImportOptions;
  fields: readonly string[];
  disabled: boolean;
  onChange: (options: ImportOptions) => Promise<void>;
};

/** Fields without which no record can be read, and that no column or constant is mapped to. */
export function missingFields({ mapping, columns }: Preview): string[] {
  if (columns.length === 0) return [];
  return ['text', 'views'].filter((field) => !mapping.some((mapped) => mapped.field === field));
}

export function PreviewMapping({ preview, options, fields, disabled, onChange }: PreviewMappingProps) {
  const { mapping, columns, samples, preset } = preview;
  /** Until the preview with it is there. */
  const [choice, setChoice] = useState<{ field: string; column: string }>();
  const change = async (field: string, column: string) => {
    setChoice({ field, column });
    const path = toPath(column);
    const others = options.map.filter((pair) => !pair.startsWith(`${field}=`) && !pair.endsWith(`=${path}`));
    // With a mapping of its own, the preset of the file is no longer detected.
    await onChange({
      ...options,
      preset: options.preset || preset || 'none',
      map: [...others, `${field}=${path}`],
    });
    setChoice(undefined);
  };
  if (columns.length === 0) return null;
  const constants = mapping.filter(({ constant }) => constant !== null);
  return (
    <section className="stack gap-2" aria-label="Mapping">
      <h3 className="font-medium">Mapping</h3>
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
                  options={fields.map((value) => ({ value, label: value }))}
                  chosen={field === undefined ? [] : [field]}
                  placeholder="Not imported"
                  onChoose={(value) => change(value, column)}
                />
                {further.length > 0 && <span className="text-xs text-muted">and {further.join(', ')}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {constants.length > 0 && (
        <p className="text-xs text-muted wrap-anywhere">
          Constants: {constants.map(({ field, constant }) => `${field} = ${constant}`).join(', ')}
        </p>
      )}
    </section>
  );
}

/** Whether a path of the mapping begins at the column. */
function isOf(path: string, column: string): boolean {
  return path === column || path.startsWith(`${column}.`) || path === column.replaceAll('/', '.');
}

/** A name with one of the signs of functions and tables of values is written in JSON. */
function toPath(column: string): string {
  return /[|{}]/.test(column) ? JSON.stringify({ column }) : column;
}
