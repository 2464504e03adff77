// FieldsField: the columns of an export, all by default.
import { Button } from '../../kit/forms/button.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { allFields, fieldGroups, fieldName } from './export-fields.ts';

type Fields = (typeof allFields)[number][];
/** null means all columns. */
type FieldsFieldProps = { value: Fields | null; onChange: (fields: Fields | null) => void };

export function FieldsField({ value, onChange }: FieldsFieldProps) {
  const chosen = value ?? allFields;
  const toggle = (field: Fields[number], isChosen: boolean) => {
    const next = allFields.filter((one) => (one === field ? isChosen : chosen.includes(one)));
    onChange(next.length === allFields.length ? null : next);
  };
  return (
    <details open={value !== null} className="group">
      <summary className="w-fit font-medium">
        Columns{' '}
        <span className="font-normal text-muted">· {value ? `${value.length} of ${allFields.length}` : 'all'}</span>
      </summary>
      <fieldset className="stack mt-2 gap-3">
        <legend className="sr-only">Columns</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
          {fieldGroups.map(([title, fields]) => (
            <div key={title} className="grid content-start gap-1">
              <p className="text-xs text-muted">{title}</p>
              {fields.map((field) => (
                <Checkbox
                  key={field}
                  name={`field-${field}`}
                  label={
                    <span className="grid">
                      {fieldName(field)}
                      <span className="font-mono text-xs text-muted wrap-anywhere">{field}</span>
                    </span>
                  }
                  checked={chosen.includes(field)}
                  onChange={(isChosen) => toggle(field, isChosen)}
                />
              ))}
            </div>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button small onClick={() => onChange(null)}>
            All
          </Button>
          <Button small onClick={() => onChange(allFields.slice(0, 7))}>
            Only the basic 7
          </Button>
          <Button small onClick={() => onChange([])}>
            None
          </Button>
          {value?.length === 0 && (
            <span role="alert" className="text-xs text-bad">
              Choose at least one column.
            </span>
          )}
        </div>
      </fieldset>
    </details>
  );
}
