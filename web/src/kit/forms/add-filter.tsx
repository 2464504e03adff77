// AddFilter: a list of filters. The field of the chosen filter is shown below until it is filled in. A separate chunk.
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import type { ComboboxOption } from './combobox-list.tsx';

/** A filter with `onChoose` has no field. */
export type FilterField = { name: string; title: string; field?: ReactNode; onChoose?: () => void } & Pick<
  ComboboxOption,
  'isOnlySearched'
>;

export type OpenFilter = {
  /** Name of the filter whose field is shown. */
  opened: string | undefined;
  onOpen: (name: string | undefined) => void;
};

export function AddFilter({ fields, opened, onOpen }: OpenFilter & { fields: readonly FilterField[] }) {
  const row = useRef<HTMLFieldSetElement>(null);
  const shown = fields.find(({ name }) => name === opened);
  const isShown = shown !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each field that is opened gets the focus
  useEffect(() => {
    if (isShown) row.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, [opened, isShown]);
  const done = () => {
    row.current?.previousElementSibling?.querySelector('button')?.focus();
    onOpen(undefined);
  };
  return (
    <>
      <div className="w-28">
        <Combobox
          label="Add filter"
          options={fields.map(({ name, title, ...rest }) => ({ value: name, label: title, ...rest }))}
          chosen={[]}
          onChoose={(name) => (fields.find((one) => one.name === name)?.onChoose ?? (() => onOpen(name)))()}
        />
      </div>
      {shown && (
        <fieldset
          ref={row}
          onKeyDown={(event) => {
            // Enter closes a field, which has applied its value, but selects in a list. Escape closes the field, not a dialog around it.
            const isApplied = event.key === 'Enter' && (event.target as Element).matches('input:not([role]), select');
            if (!isApplied && (event.key !== 'Escape' || event.defaultPrevented)) return;
            event.preventDefault();
            done();
          }}
          className="flex basis-full flex-wrap items-end gap-2 rounded-md border bg-surface p-3"
        >
          <legend className="sr-only">{shown.title}</legend>
          <div key={shown.name} className="min-w-56">
            {shown.field}
          </div>
          <Button kind="ghost" onClick={done}>
            Done
          </Button>
        </fieldset>
      )}
    </>
  );
}
