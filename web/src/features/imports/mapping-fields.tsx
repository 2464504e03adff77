// How a file becomes hooks: preset, format, columns, constants, where the records are. For imports and for sources alike.
import { useState } from 'react';
import type { OperatorValues } from '../../../../src/http/operator/values.ts';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import type { FormValues } from '../../kit/forms/form.tsx';
import { useFault } from '../../kit/forms/form-context.ts';

export type Mapping = {
  preset: string | null;
  format: string | null;
  map: readonly string[];
  set: readonly string[];
  records: string | null;
};

const formats = [
  { value: '', label: 'Told from name and content' },
  { value: 'json', label: 'JSON' },
  { value: 'jsonl', label: 'JSON Lines' },
  { value: 'csv', label: 'CSV' },
  { value: 'tsv', label: 'TSV' },
];

type MappingFieldsProps = {
  values: OperatorValues;
  given?: Partial<Mapping>;
  onPreset?: (preset: string) => void;
};

export function MappingFields({ values, given, onPreset }: MappingFieldsProps) {
  const isMapped = Boolean(given?.map?.length || given?.set?.length || given?.records);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="preset"
          label="Preset"
          defaultValue={given?.preset ?? ''}
          options={[
            { value: '', label: 'None: columns by their names' },
            ...values.presets.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(event) => onPreset?.(event.target.value)}
        />
        <SelectField name="format" label="Format" defaultValue={given?.format ?? ''} options={formats} />
      </div>
      <details open={isMapped || undefined} className="rounded-md border p-3">
        <summary className="w-fit rounded-sm font-medium">Columns and constants</summary>
        <div className="stack gap-4 pt-3">
          <Pairs
            kind="map"
            title="Columns"
            hint="Which column holds a field. Dots reach into objects: video.stats.plays"
            left={values.fields}
            rightLabel="Column"
            given={given?.map}
          />
          <Pairs
            kind="set"
            title="Constants"
            hint="A field that is the same in every record, such as platform. year completes dates that state none."
            left={[...values.fields, 'year']}
            rightLabel="Value"
            given={given?.set}
          />
          <TextField
            name="records"
            label="Records"
            hint="Where the records are in nested JSON, such as data.items"
            defaultValue={given?.records ?? ''}
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
  left: readonly string[];
  rightLabel: string;
  given?: readonly string[];
};

function Pairs({ kind, title, hint, left, rightLabel, given = [] }: PairsProps) {
  const [rows, setRows] = useState(() => given.map((pair, key) => ({ key, pair: splitPair(pair) })));
  const fault = useFault(kind);
  const add = () => setRows([...rows, { key: (rows.at(-1)?.key ?? -1) + 1, pair: [left[0], ''] }]);
  return (
    <fieldset className="stack gap-2">
      <legend className="font-medium">{title}</legend>
      <p className="text-xs text-muted">{hint}</p>
      {rows.map(({ key, pair: [field, value] }) => (
        <div key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
          <SelectField name={`${kind}-field-${key}`} label="Field" hideLabel options={left} defaultValue={field} />
          <TextField
            name={`${kind}-value-${key}`}
            label={`${rightLabel} of row ${key + 1}`}
            hideLabel
            placeholder={rightLabel}
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
      {fault && (
        <p role="alert" className="text-xs text-bad">
          {fault}
        </p>
      )}
      {/* Whose name a Form finds where the service refuses a pair. */}
      <input type="hidden" name={kind} value={rows.map(({ key }) => key).join()} />
      <div>
        <Button small icon="plus" onClick={add}>
          Add {kind === 'map' ? 'a column' : 'a constant'}
        </Button>
      </div>
    </fieldset>
  );
}

/** What the fields hold now. */
export function readMapping(given: FormValues): Mapping {
  const pairs = (kind: 'map' | 'set') =>
    (given.text(kind)?.split(',') ?? []).flatMap((key) => {
      const value = given.text(`${kind}-value-${key}`);
      return value ? [`${given.text(`${kind}-field-${key}`)}=${value}`] : [];
    });
  const text = (name: string) => given.text(name) ?? null;
  return {
    preset: text('preset'),
    format: text('format'),
    records: text('records'),
    map: pairs('map'),
    set: pairs('set'),
  };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
