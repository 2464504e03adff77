// DateField: a day that is taken over when the field is left or by Enter, since half a day would be another one.
import { type ComponentProps, useEffect, useState } from 'react';
import { TextField } from './field.tsx';

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string;
  /** '' where it was emptied. */
  onTake: (day: string) => void;
};

export function DateField({ value, onTake, ...rest }: DateFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const take = () => {
    if (text === value) return;
    // What is not taken over does not stay.
    setText(value);
    onTake(text);
  };
  return (
    <TextField
      type="date"
      max="9999-12-31"
      {...rest}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
