// Fields with label, hint and error: TextField, TextArea, NumberField, SelectField. A Form sets their errors.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldError } from './form-context.ts';

type Shared = { name: string; label: string; hint?: ReactNode; error?: string; hideLabel?: boolean };

/** Attributes that tie a control to its label, hint and error. */
type ControlProps = { id: string; name: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

function Field({
  name,
  label,
  hint,
  error,
  hideLabel,
  children,
}: Shared & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const fieldError = useFieldError(name);
  const shown = error ?? fieldError;
  const describedBy = [hint && `${id}-hint`, shown && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {children({ id, name, 'aria-invalid': shown !== undefined, 'aria-describedby': describedBy })}
      {hint && (
        <div id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </div>
      )}
      {shown && (
        <div id={`${id}-error`} className="text-xs text-bad">
          {shown}
        </div>
      )}
    </div>
  );
}

type InputProps = Shared & Omit<ComponentProps<'input'>, 'name' | 'className' | 'id'>;

export function TextField({ name, label, hint, error, hideLabel, ...rest }: InputProps) {
  return (
    <Field {...{ name, label, hint, error, hideLabel }}>
      {(control) => <input type="text" autoComplete="off" {...rest} {...control} className="field" />}
    </Field>
  );
}

export function NumberField({ name, label, hint, error, hideLabel, ...rest }: InputProps) {
  return (
    <Field {...{ name, label, hint, error, hideLabel }}>
      {(control) => <input type="number" inputMode="numeric" {...rest} {...control} className="field" />}
    </Field>
  );
}

type TextAreaProps = Shared & { mono?: boolean } & Omit<ComponentProps<'textarea'>, 'name' | 'className' | 'id'>;

export function TextArea({ name, label, hint, error, hideLabel, mono, ...rest }: TextAreaProps) {
  return (
    <Field {...{ name, label, hint, error, hideLabel }}>
      {(control) => (
        <textarea
          rows={4}
          {...rest}
          {...control}
          className={`field h-auto resize-y py-1.5 ${mono ? 'font-mono' : ''}`}
        />
      )}
    </Field>
  );
}

type Option = string | { value: string; label: string };

type SelectProps = Shared & { options: readonly Option[] } & Omit<
    ComponentProps<'select'>,
    'name' | 'className' | 'id' | 'children'
  >;

export function SelectField({ name, label, hint, error, hideLabel, options, ...rest }: SelectProps) {
  return (
    <Field {...{ name, label, hint, error, hideLabel }}>
      {(control) => (
        <select {...rest} {...control} className="field pr-7">
          {options.map((option) => {
            const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {label}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
