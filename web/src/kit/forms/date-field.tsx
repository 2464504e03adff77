// DateField: commits on blur or Enter, because a partly typed date is a different valid date.
import { type ComponentProps, useEffect, useState } from 'react';
import { TextField } from './field.tsx';

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string;
  /** '' when the field was cleared. */
  onCommit: (day: string) => void;
};

export function DateField({ value, onCommit, ...rest }: DateFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text === value) return;
    // A rejected value does not stay in the field.
    setText(value);
    onCommit(text);
  };
  return (
    <TextField
      type="date"
      max="9999-12-31"
      {...rest}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
