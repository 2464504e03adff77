// UnknownValues: values outside the taxonomy. The meaning chosen for one applies to all of its records at once.
import { useState } from 'react';
import { addOwnValue, approvePlatform, mapValue, useValues } from '../../api/curation.ts';
import type { GivenValue, OperatorValues } from '../../api/openapi.ts';
import { Button } from '../../kit/forms/button.tsx';
import { Combobox } from '../../kit/forms/combobox.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';
import type { Preview } from './request-preview.ts';

type UnknownValuesProps = {
  values: readonly GivenValue[];
  onMapped: () => unknown;
  /** Set in a preview, which shows the column of each value. */
  mapping?: Preview['mapping'];
  /** Shows the source, for values of several sources. */
  showsSource?: boolean;
};

const maxShown = 8;

const nameOf = (field: string) => field.replaceAll('_', ' ');
const keyOf = ({ source, field, value }: GivenValue) => `${source} ${field} ${value}`;

export function UnknownValues({ values, mapping, onMapped, showsSource }: UnknownValuesProps) {
  const known = useValues();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  if (values.length === 0 || !known) return null;
  const columnOf = (field: string) => mapping?.find((mapped) => mapped.field === field)?.columns[0] ?? nameOf(field);
  const shown = values.slice(0, maxShown);
  const chosenFor = (value: GivenValue) => choices[keyOf(value)] ?? (isSameName(value) ? value.nearest : null) ?? '';
  const ready = shown.filter((value) => chosenFor(value) !== '');
  const [open, ...others] = shown.filter((value) => chosenFor(value) === '');
  const alike = others.filter(({ field }) => field === open?.field);
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
        These values are unknown in {[...new Set(shown.map(({ field }) => columnOf(field)))].join(' and ')}. Choose
        once: it applies to all records with the value, and to later imports of the source.
      </p>
      <ul className="divide-y rounded-md border">
        {shown.map((value) => (
          <Row
            key={keyOf(value)}
            {...{ value, known, isBusy, showsSource }}
            column={columnOf(value.field)}
            chosen={chosenFor(value)}
            onChoose={(chosen) => setChoices({ ...choices, [keyOf(value)]: chosen })}
          />
        ))}
      </ul>
      <div className="flex items-center gap-3">
        <Button busy={isBusy} disabled={ready.length === 0} onClick={() => void apply()}>
          Apply to all records
        </Button>
        {open && alike.length > 0 && (
          <Combobox
            label={`What the other ${alike.length + 1} of ${columnOf(open.field)} mean`}
            disabled={isBusy}
            options={optionsOf(open, known)}
            chosen={[]}
            placeholder={`All other ${alike.length + 1} mean…`}
            onChoose={(chosen) =>
              setChoices({ ...choices, ...Object.fromEntries([open, ...alike].map((one) => [keyOf(one), chosen])) })
            }
          />
        )}
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
  column: string;
  showsSource: boolean | undefined;
  chosen: string;
  onChoose: (value: string) => void;
};

function Row({ value: given, known, isBusy, column, showsSource, chosen, onChoose }: RowProps) {
  const { source, field, value, records } = given;
  const name = nameOf(field);
  const options = optionsOf(given, known);
  const nearest = options.find((option) => option.value === given.nearest)?.label;
  return (
    <li className="grid items-center gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{value}</span>{' '}
        <span className="text-xs text-muted">
          {column.toLowerCase() === name ? name : `${column}, as ${name}`}, {plural(records, 'record')}
          {showsSource && ` of ${source}`}
        </span>
      </span>
      <Combobox
        label={`Meaning of ${value}`}
        disabled={isBusy}
        options={options}
        chosen={chosen === '' ? [] : [chosen]}
        placeholder={nearest ? `${nearest}?` : 'Choose a value'}
        onChoose={onChoose}
      />
    </li>
  );
}

/** Whether the guess is close enough to be preselected; a weaker guess is only suggested. */
function isSameName({ value, nearest }: GivenValue): boolean {
  const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [given, name] = [fold(value), fold(nearest ?? '')] as const;
  return name !== '' && (given.includes(name) || name.includes(given));
}

function optionsOf({ field, value }: GivenValue, known: OperatorValues) {
  const name = nameOf(field);
  return [
    field === 'platform'
      ? { value: ownValue, label: `Approve ${value}` }
      : { value: noValue, label: `No ${name}: guess it` },
    ...(field === 'niche' || field === 'archetype' ? [{ value: ownValue, label: `Add as a new ${name}` }] : []),
    ...known[field].map(({ id, name: label }) => ({ value: id, label })),
  ];
}

// Options that are not ids of values.
const noValue = '-';
const ownValue = '+';
