// CountRange: minimum and maximum of a number, such as likes.

import { useEffect, useState } from 'react';
import { filterTitle } from '../../../../sdk/src/filter-words.ts';
import { TextField } from '../../kit/forms/field.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { filterExamples } from './filter-examples.ts';
import { countError } from './form-filters.ts';
import { type CountField, type CountName, type HookFilters, isCount, parseCount } from './hook-filters.ts';

type CountRangeProps = {
  field: CountField;
  filters: HookFilters;
  onChange: (filters: HookFilters) => void;
};

export function CountRange({ field, filters, onChange }: CountRangeProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {(['min', 'max'] as const).map((side) => {
        const name: CountName = `${side}_${field}`;
        return (
          <CountInput
            key={name}
            name={name}
            label={filterTitle(name)}
            placeholder={side === 'min' ? (filterExamples[name] ?? '') : 'Any'}
            value={filters[name]?.[0]}
            onChange={(value) => onChange({ ...filters, [name]: value ? [value] : undefined })}
          />
        );
      })}
    </div>
  );
}

type CountInputProps = {
  name: CountName;
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** Commits on blur or Enter, because a partly typed number is a different filter. Keeps invalid text visible. */
function CountInput({ name, label, placeholder, value, onChange }: CountInputProps) {
  const formatted = value && isCount(value, name) ? formatNumber(Number(value)) : (value ?? '');
  const [text, setText] = useState(formatted);
  const [isInvalid, setInvalid] = useState(false);
  useEffect(() => setText(formatted), [formatted]);
  const commit = () => {
    const count = parseCount(text, name);
    const isWrong = text.trim() !== '' && count === undefined;
    setInvalid(isWrong);
    if (!isWrong && count !== value) onChange(count);
    return !isWrong;
  };
  return (
    <TextField
      name={name}
      label={label}
      placeholder={placeholder}
      inputMode="decimal"
      value={text}
      error={isInvalid ? countError : undefined}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Enter would submit the surrounding form, or close the field with an invalid number.
        event.preventDefault();
        if (!commit()) event.stopPropagation();
      }}
    />
  );
}
