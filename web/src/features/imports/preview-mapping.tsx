// PreviewMapping: which column or constant becomes which field, each field with a drop-down of the file's columns.
import { useState } from 'react';
import { Badge } from '../../kit/display/badge.tsx';
import { Combobox } from '../../kit/forms/combobox.tsx';
import type { ImportOptions } from './import-uploads.ts';
import type { Preview } from './request-preview.ts';

type PreviewRow = Preview['mapping'][number];

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
  const { mapping, columns, preset } = preview;
  /** Until the preview with it is there. */
  const [choice, setChoice] = useState<PreviewRow>();
  const change = async (field: string, column: string) => {
    setChoice({ field, columns: [column], constant: null });
    const others = options.map.filter((pair) => !pair.startsWith(`${field}=`));
    // With a mapping of its own, the preset of the file is no longer detected.
    await onChange({
      ...options,
      preset: options.preset || preset || 'none',
      map: [...others, `${field}=${toPath(column)}`],
    });
    setChoice(undefined);
  };
  const missing = missingFields(preview).map((field): PreviewRow => ({ field, columns: [], constant: null }));
  const found = [...missing, ...mapping];
  const isAdded = choice && !found.some(({ field }) => field === choice.field);
  const rows = [...found.map((row) => (row.field === choice?.field ? choice : row)), ...(isAdded ? [choice] : [])];
  const others = fields.filter((field) => !rows.some((row) => row.field === field));
  if (columns.length === 0) return null;
  return (
    <section className="stack gap-2" aria-label="Mapping">
      <h3 className="font-medium">Mapping</h3>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {rows.map(({ field, columns: [column = '', ...further], constant }) => (
          <div key={field} className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-2">
            <span className="wrap-anywhere text-muted">{field}</span>
            {constant === null ? (
              <span className="grid gap-1">
                <Combobox
                  label={`Column for ${field}`}
                  disabled={disabled}
                  options={choices(columns, column)}
                  chosen={column === '' ? [] : [column]}
                  placeholder="Choose a column"
                  onChoose={(value) => change(field, value)}
                />
                {further.length > 0 && (
                  <span className="text-xs text-muted wrap-anywhere">else {further.join(', ')}</span>
                )}
              </span>
            ) : (
              <span className="flex min-w-0 items-center gap-2">
                <span className="wrap-anywhere">{constant}</span> <Badge>Constant</Badge>
              </span>
            )}
          </div>
        ))}
      </div>
      {others.length > 0 && <AddField fields={others} columns={columns} disabled={disabled} onAdd={change} />}
    </section>
  );
}

type AddFieldProps = {
  fields: readonly string[];
  columns: readonly string[];
  disabled: boolean;
  onAdd: (field: string, column: string) => void;
};

/** A pair of a field and a column that have not been matched, in one list. */
function AddField({ fields, columns, disabled, onAdd }: AddFieldProps) {
  const [field, setField] = useState('');
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-2">
        <Combobox
          label="Another field"
          disabled={disabled}
          options={toOptions(fields)}
          chosen={field === '' ? [] : [field]}
          placeholder="Add field"
          onChoose={setField}
        />
        <Combobox
          label="Its column"
          disabled={disabled || field === ''}
          options={toOptions(columns)}
          chosen={[]}
          placeholder="Column"
          onChoose={(value) => {
            onAdd(field, value);
            setField('');
          }}
        />
      </div>
    </div>
  );
}

function choices(columns: readonly string[], selected: string) {
  return toOptions(selected === '' || columns.includes(selected) ? columns : [selected, ...columns]);
}

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** A name with one of the signs of functions and tables of values is written in JSON. */
function toPath(column: string): string {
  return /[|{}]/.test(column) ? JSON.stringify({ column }) : column;
}
