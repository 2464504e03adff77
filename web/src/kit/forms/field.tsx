// Fields with label, hint and error: TextField, TextArea, NumberField, SelectField. A Form sets their errors.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldError } from './form-context.ts';

type Shared = { name: string; label: string; hint?: ReactNode; error?: string; hideLabel?: boolean };

/** Attributes that tie a control to its label, hint and error. */
type ControlProps = { id: string; name: string; 'aria-invalid': boolean; 'aria-describedby': string };

/** `render` gets the attributes of the control. */
type FieldProps<P> = P & { render: (control: Omit<P, keyof Shared> & ControlProps) => ReactNode };

function Field<P extends Shared>({ name, label, hint, error, hideLabel, render, ...rest }: FieldProps<P>) {
  const id = useId();
  const fieldError = useFieldError(name);
  // The API's message has its own name of the field, which the label replaces.
  const shown = (error ?? fieldError)?.replace(`\`${name}\``, label);
  const about = `${id}-about`;
  const control = { id, name, 'aria-invalid': shown !== undefined, 'aria-describedby': about };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {render({ ...(rest as unknown as Omit<P, keyof Shared>), ...control })}
      <div id={about} className="grid gap-1.5 text-xs text-muted empty:hidden">
        {hint && <div>{hint}</div>}
        {shown && <div className="text-bad">{shown}</div>}
      </div>
    </div>
  );
}

type InputProps = Shared & Omit<ComponentProps<'input'>, 'name' | 'className' | 'id'>;

export function TextField(props: InputProps) {
  return (
    <Field {...props} render={(control) => <input type="text" autoComplete="off" {...control} className="field" />} />
  );
}

export function NumberField(props: InputProps) {
  return <TextField type="number" inputMode="numeric" {...props} />;
}

export function EmailField(props: Omit<InputProps, 'name' | 'label'>) {
  return <TextField name="email" label="Email" type="email" inputMode="email" maxLength={254} {...props} />;
}

type TextAreaProps = Shared & { mono?: boolean } & Omit<ComponentProps<'textarea'>, 'name' | 'className' | 'id'>;

export function TextArea({ mono, ...props }: TextAreaProps) {
  return (
    <Field
      {...props}
      render={(control) => (
        <textarea rows={4} {...control} className={`field h-auto resize-y py-1.5 ${mono ? 'font-mono' : ''}`} />
      )}
    />
  );
}

type Option = string | { value: string; label: string };

type SelectProps = Shared & { options: readonly Option[] } & Omit<
    ComponentProps<'select'>,
    'name' | 'className' | 'id' | 'children'
  >;

export function SelectField({ options, ...props }: SelectProps) {
  return (
    <Field
      {...props}
      render={(control) => (
        <select {...control} className="field pr-7">
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
    />
  );
}
