// UnknownValues: values outside of the taxonomy, each a row with what it means, which is applied to all of its records at once.
import { useState } from 'react';
import { addOwnValue, approvePlatform, mapValue, useValues } from '../../api/curation.ts';
import type { GivenValue, OperatorValues } from '../../api/openapi.ts';
import { Button } from '../../kit/forms/button.tsx';
import { Combobox } from '../../kit/forms/combobox.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';

type UnknownValuesProps = {
  values: readonly GivenValue[];
  onMapped: () => unknown;
  /** Where values of several sources are listed. */
  showsSource?: boolean;
};

const maxShown = 8;

const keyOf = ({ source, field, value }: GivenValue) => `${source} ${field} ${value}`;

export function UnknownValues({ values, onMapped, showsSource }: UnknownValuesProps) {
  const known = useValues();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  if (values.length === 0 || !known) return null;
  const shown = values.slice(0, maxShown);
  const chosenFor = (value: GivenValue) => choices[keyOf(value)] ?? value.nearest ?? '';
  const ready = shown.filter((value) => chosenFor(value) !== '');
  const apply = async () => {
    setBusy(true);
    try {
      for (const value of ready) await save(value, chosenFor(value));
      toast(`${plural(ready.length, 'value')} mapped, now and in later imports.`);
    } catch (error) {
      toastError(error);
    }
    await onMapped();
    setBusy(false);
  };
  return (
    <section className="stack gap-2" aria-label="Unknown values">
      <h3 className="font-medium">What do these mean?</h3>
      <p className="text-xs text-muted">
        Choose once: it is applied to all records with the value, and to later imports of the source.
      </p>
      <ul className="divide-y rounded-md border">
        {shown.map((value) => (
          <Row
            key={keyOf(value)}
            {...{ value, known, isBusy, showsSource }}
            chosen={chosenFor(value)}
            onChoose={(chosen) => setChoices({ ...choices, [keyOf(value)]: chosen })}
          />
        ))}
      </ul>
      <div className="flex items-center gap-3">
        <Button busy={isBusy} disabled={ready.length === 0} onClick={() => void apply()}>
          Apply to all records
        </Button>
        {values.length > maxShown && (
          <span className="text-xs text-muted">{plural(values.length - maxShown, 'more value')} after these.</span>
        )}
      </div>
    </section>
  );
}

async function save({ source, field, value }: GivenValue, chosen: string): Promise<unknown> {
  if (chosen !== ownValue) return mapValue({ source, field, value, becomes: chosen === noValue ? null : chosen });
  return field === 'platform' ? approvePlatform(value) : addOwnValue({ kind: field as 'niche', name: value });
}

type RowProps = {
  value: GivenValue;
  known: OperatorValues;
  isBusy: boolean;
  showsSource: boolean | undefined;
  chosen: string;
  onChoose: (value: string) => void;
};

function Row({ value: { source, field, value, records }, known, isBusy, showsSource, chosen, onChoose }: RowProps) {
  const name = field.replaceAll('_', ' ');
  const canAdd = field === 'niche' || field === 'archetype';
  const extra = [
    field === 'platform'
      ? { value: ownValue, label: `Approve ${value}` }
      : { value: noValue, label: `No ${name}: guess it` },
    ...(canAdd ? [{ value: ownValue, label: `Add as a new ${name}` }] : []),
  ];
  return (
    <li className="grid items-center gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{value}</span>{' '}
        <span className="text-xs text-muted">
          {name}, {plural(records, 'record')}
          {showsSource && ` of ${source}`}
        </span>
      </span>
      <Combobox
        label={`What ${value} means`}
        disabled={isBusy}
        options={[...extra, ...known[field].map(({ id, name: label }) => ({ value: id, label }))]}
        chosen={chosen === '' ? [] : [chosen]}
        placeholder="Choose a value"
        onChoose={onChoose}
      />
    </li>
  );
}

// No ids of values.
const noValue = '-';
const ownValue = '+';
