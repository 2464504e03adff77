// FilterValues: a drop-down of one label's values with their number of hooks, of which several can be chosen.

import { filterTitle } from '../../../../sdk/src/filter-words.ts';
import { Combobox } from '../../kit/forms/combobox.tsx';
import { formatCompact, plural } from '../../kit/page/format.ts';
import { valueName } from './filter-text.ts';
import type { LabelField } from './hook-filters.ts';

type FilterValuesProps = {
  name: LabelField;
  /** Hooks per value; undefined while loading. */
  counts: Readonly<Record<string, number>> | undefined;
  chosen: readonly string[];
  onToggle: (value: string) => void;
};

export function FilterValues({ name, counts, chosen, onToggle }: FilterValuesProps) {
  const hooksOf = (value: string) => counts?.[value] ?? 0;
  const values = counts && [...new Set([...Object.keys(counts), ...chosen])].sort((a, b) => hooksOf(b) - hooksOf(a));
  return (
    <Combobox
      label={filterTitle(name)}
      isMultiple
      options={values?.map((value) => ({
        value,
        label: valueName(name, value),
        note: <Hooks count={hooksOf(value)} />,
      }))}
      chosen={chosen}
      onChoose={onToggle}
    />
  );
}

function Hooks({ count }: { count: number }) {
  return <span title={`${plural(count, 'hook')}`}>{formatCompact(count)}</span>;
}
