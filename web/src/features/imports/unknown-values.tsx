// UnknownValues: values outside of the taxonomy, each with the nearest value proposed and a button that maps its records.
import { useState } from 'react';
import { addOwnValue, approvePlatform, mapValue, useValues } from '../../api/curation.ts';
import type { GivenValue, OperatorValues } from '../../api/openapi.ts';
import { Button } from '../../kit/forms/button.tsx';
import { Combobox } from '../../kit/forms/combobox.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';

type UnknownValuesProps = {
  values: readonly GivenValue[];
  onMapped: () => unknown;
  /** Where values of several sources are listed. */
  showsSource?: boolean;
};

const maxShown = 8;

export function UnknownValues({ values, onMapped, showsSource }: UnknownValuesProps) {
  const known = useValues();
  if (values.length === 0 || !known) return null;
  return (
    <section className="stack gap-2" aria-label="Unknown values">
      <h3 className="font-medium">{plural(values.length, 'unknown value')}</h3>
      <p className="text-xs text-muted">
        They are not in the taxonomy. Choose what each means once: its records get it, and so do later imports of the
        source.
      </p>
      <ul className="divide-y rounded-md border">
        {values.slice(0, maxShown).map((value) => (
          <Row
            key={`${value.source} ${value.field} ${value.value}`}
            {...{ value, known, onMapped }}
            note={showsSource ? value.source : undefined}
          />
        ))}
      </ul>
      {values.length > maxShown && <p className="text-xs text-muted">Map these to see the others.</p>}
    </section>
  );
}

type RowProps = {
  value: GivenValue;
  known: OperatorValues;
  note: string | undefined;
  onMapped: () => unknown;
};

function Row({ value: { source, field, value, records, nearest }, known, note, onMapped }: RowProps) {
  const [chosen, choose] = useState(nearest ?? '');
  const [isBusy, setBusy] = useState(false);
  const name = field.replaceAll('_', ' ');
  const isPlatform = field === 'platform';
  const kind = field === 'niche' || field === 'archetype' ? field : undefined;
  const map = async () => {
    setBusy(true);
    try {
      if (chosen === ownValue && isPlatform) await approvePlatform(value);
      else if (chosen === ownValue && kind) await addOwnValue({ kind, name: value });
      else await mapValue({ source, field, value, becomes: chosen === noValue ? null : chosen });
      toast(`${value} is mapped, now and in later imports.`);
      await onMapped();
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  const extra = isPlatform
    ? [{ value: ownValue, label: `Approve ${value}` }]
    : [
        { value: noValue, label: `No ${name}: guess it` },
        ...(kind ? [{ value: ownValue, label: `Add as a new ${name}` }] : []),
      ];
  return (
    <li className="grid items-center gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{value}</span>{' '}
        <span className="text-xs text-muted">
          {name}, {formatNumber(records)} {records === 1 ? 'record' : 'records'}
          {note && ` of ${note}`}
        </span>
      </span>
      <Combobox
        label={`What ${value} means`}
        disabled={isBusy}
        options={[...extra, ...known[field].map(({ id, name: label }) => ({ value: id, label }))]}
        chosen={chosen === '' ? [] : [chosen]}
        placeholder="Choose a value"
        onChoose={choose}
      />
      <Button small busy={isBusy} disabled={chosen === ''} onClick={() => void map()}>
        Map
      </Button>
    </li>
  );
}

// No ids of values.
const noValue = '-';
const ownValue = '+';
