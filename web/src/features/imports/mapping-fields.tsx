// MappingFields: how records become hooks: preset, format, columns, constants. Shared by imports and sources.
import { useState } from 'react';
import type { OperatorValues } from '../../api/openapi.ts';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { Combobox } from '../../kit/forms/combobox.tsx';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import type { FormValues } from '../../kit/forms/form.tsx';
import { useFieldError } from '../../kit/forms/form-context.ts';
import { capitalized } from '../../kit/page/format.ts';
import { presetName } from '../bulk/hook-state.ts';

export type Mapping = {
  preset: string | null;
  format: string | null;
  map: readonly string[];
  set: readonly string[];
  records: string | null;
  records_of: string | null;
};

const fieldNames: Readonly<Record<string, string>> = {
  text: 'Hook text',
  source_id: 'ID',
  source_url: 'Video link',
  emotional_trigger: 'Emotion',
  published_at: 'Publication date',
  views_captured_at: 'Views counted',
  duration_seconds: 'Length in seconds',
  raw_text: 'Original text',
  hints: 'Niche, as a hint',
};
export const fieldName = (field: string) => fieldNames[field] ?? capitalized(field.replaceAll('_', ' '));
export const fieldOptions = (fields: readonly string[]) => fields.map((value) => ({ value, label: fieldName(value) }));

const formats = [
  { value: '', label: 'Detect automatically' },
  { value: 'json', label: 'JSON' },
  { value: 'jsonl', label: 'JSON Lines' },
  { value: 'csv', label: 'CSV' },
  { value: 'tsv', label: 'TSV' },
];

type MappingFieldsProps = {
  values: OperatorValues;
  initial?: Partial<Mapping>;
  /** Detects the preset from the columns if none is chosen. */
  detects?: boolean;
  /** The preset of the preview, if it was detected. */
  detected?: string | null;
  onPreset?: (preset: string) => void;
};

export function MappingFields({ values, initial, detects, detected, onPreset }: MappingFieldsProps) {
  const isMapped = Boolean(initial?.map?.length || initial?.set?.length || initial?.records || initial?.records_of);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="preset"
          label="Preset"
          defaultValue={initial?.preset ?? ''}
          options={[
            ...(detects
              ? [{ value: '', label: detected ? `Detected: ${presetName(detected)}` : 'Detect automatically' }]
              : []),
            { value: detects ? 'none' : '', label: 'None: use the column names' },
            ...values.presets.map(({ name }) => ({ value: name, label: presetName(name) })),
          ]}
          onChange={(event) => onPreset?.(event.target.value)}
        />
        <SelectField name="format" label="Format" defaultValue={initial?.format ?? ''} options={formats} />
      </div>
      <details open={isMapped || undefined} className="rounded-md border p-3">
        <summary className="w-fit rounded-sm font-medium">Choose columns yourself</summary>
        <div className="stack gap-4 pt-3">
          <Pairs
            kind="map"
            title="Columns"
            hint="The column of each field, such as Caption for the hook text. Also video.stats.plays (a nested field), Caption|first_sentence (only the first sentence) or Genre{Fun:comedy} (Fun becomes comedy)."
            fields={values.fields}
            valueLabel="Column"
            initial={initial?.map}
          />
          <Pairs
            kind="set"
            title="Fixed values"
            hint="The same value for every record, such as the platform. A fixed year is added to dates that have none, such as 3 May."
            fields={[...values.fields, 'year']}
            valueLabel="Value"
            initial={initial?.set}
          />
          <TextField
            name="records"
            label="Where the records are"
            hint="In nested JSON the path to the list, such as data.items; in a workbook the name of the sheet."
            defaultValue={initial?.records ?? ''}
            maxLength={200}
          />
          <TextField
            name="records_of"
            label="Records by their ID"
            hint="Only for JSON such as {a1: {…}, b2: {…}}, where the names a1 and b2 are IDs: enter key:id."
            defaultValue={initial?.records_of ?? ''}
            maxLength={200}
          />
        </div>
      </details>
    </>
  );
}

type PairsProps = {
  kind: 'map' | 'set';
  title: string;
  hint: string;
  fields: readonly string[];
  valueLabel: string;
  initial?: readonly string[];
};

function Pairs({ kind, title, hint, fields, valueLabel, initial = [] }: PairsProps) {
  const [rows, setRows] = useState(() => initial.map((pair, key) => ({ key, pair: splitPair(pair) })));
  const error = useFieldError(kind);
  const [firstField = ''] = fields;
  const add = () => setRows([...rows, { key: (rows.at(-1)?.key ?? -1) + 1, pair: [firstField, ''] }]);
  return (
    <fieldset className="stack gap-2">
      <legend className="font-medium">{title}</legend>
      <p className="text-xs text-muted">{hint}</p>
      {rows.map(({ key, pair: [field, value] }) => (
        <div key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
          <Combobox
            name={`${kind}-field-${key}`}
            label={`Field in row ${key + 1}`}
            options={fieldOptions(fields)}
            chosen={[field]}
            onChoose={(chosen) => setRows(rows.map((row) => (row.key === key ? { key, pair: [chosen, value] } : row)))}
          />
          <TextField
            name={`${kind}-value-${key}`}
            label={`${valueLabel} in row ${key + 1}`}
            hideLabel
            placeholder={kind === 'map' ? 'Caption' : valueLabel}
            defaultValue={value}
            spellCheck={false}
          />
          <IconButton
            icon="close"
            label={`Remove row ${key + 1}`}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      {/* Gives the Form a field of this name, so that it shows the service's errors here. */}
      <input type="hidden" name={kind} value={rows.map(({ key }) => key).join()} />
      <div>
        <Button small icon="plus" onClick={add}>
          Add {kind === 'map' ? 'column' : 'fixed value'}
        </Button>
      </div>
    </fieldset>
  );
}

/** The mapping entered in a form with MappingFields. */
export function readMapping(input: FormValues): Mapping {
  const pairs = (kind: 'map' | 'set') =>
    (input.text(kind)?.split(',') ?? []).flatMap((key) => {
      const value = input.text(`${kind}-value-${key}`);
      return value ? [`${input.text(`${kind}-field-${key}`)}=${value}`] : [];
    });
  const text = (name: string) => input.text(name) ?? null;
  return {
    preset: text('preset'),
    format: text('format'),
    records: text('records'),
    records_of: text('records_of'),
    map: pairs('map'),
    set: pairs('set'),
  };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
