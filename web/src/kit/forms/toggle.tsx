// Checkbox with label, hint and error.
import { type ReactNode, useId } from 'react';
import { useFieldError } from './form-context.ts';

type CheckboxProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  value?: string;
  defaultChecked?: boolean;
  checked?: boolean;
  disabled?: boolean;
  onChange?: (isChecked: boolean) => void;
};

export function Checkbox({ name, label, hint, onChange, ...rest }: CheckboxProps) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <div className="grid grid-cols-[auto_1fr] content-start items-start gap-x-2">
      <input
        {...rest}
        id={id}
        name={name}
        type="checkbox"
        className="mt-0.5 size-4"
        aria-invalid={error !== undefined}
        aria-describedby={hint || error ? `${id}-more` : undefined}
        onChange={onChange && ((event) => onChange(event.target.checked))}
      />
      <label htmlFor={id}>{label}</label>
      {(hint || error) && (
        <div id={`${id}-more`} className={`col-start-2 text-xs ${error ? 'text-bad' : 'text-muted'}`}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
