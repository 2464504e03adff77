// Checkbox for forms.
import { type ReactNode, useId } from 'react';
import { useFault } from './form-context.ts';

type CheckboxProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  value?: string;
  defaultChecked?: boolean;
  checked?: boolean;
  onChange?: (isChecked: boolean) => void;
};

export function Checkbox({ name, label, hint, onChange, ...rest }: CheckboxProps) {
  const id = useId();
  const fault = useFault(name);
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-2">
      <input
        {...rest}
        id={id}
        name={name}
        type="checkbox"
        className="mt-0.5 size-4"
        aria-invalid={fault !== undefined}
        aria-describedby={hint || fault ? `${id}-more` : undefined}
        onChange={onChange && ((event) => onChange(event.target.checked))}
      />
      <label htmlFor={id}>{label}</label>
      {(hint || fault) && (
        <div id={`${id}-more`} className={`col-start-2 text-xs ${fault ? 'text-bad' : 'text-muted'}`}>
          {fault ?? hint}
        </div>
      )}
    </div>
  );
}
