// CommitField: commits on blur or Enter, because a partly typed value is a different valid value.
import { type ComponentProps, useEffect, useState } from 'react';
import { TextField } from './field.tsx';

export type CommitFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string;
  /** `text` is '' when the field was cleared. */
  onCommit: (text: string) => void;
};

export function CommitField({ value, onCommit, ...rest }: CommitFieldProps) {
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
      {...rest}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Otherwise Enter would submit the surrounding form.
        event.preventDefault();
        commit();
      }}
    />
  );
}
