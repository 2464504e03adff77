// Form: sends once, shows what the service refused at the field that it names, and the rest above the fields.
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IconName } from '../display/icons.tsx';
import { Problem } from '../page/problem.tsx';
import { Button } from './button.tsx';
import { type Fault, FormContext, isFaultOf } from './form-context.ts';

export type FormValues = {
  /** Trimmed; undefined where nothing was written. */
  text: (name: string) => string | undefined;
  /** undefined where nothing was written. */
  number: (name: string) => number | undefined;
  checked: (name: string) => boolean;
};

type FormProps = {
  children: ReactNode;
  /** What it throws is shown. */
  onSubmit: (values: FormValues) => Promise<unknown>;
  label?: string;
};

export function Form({ children, onSubmit, label }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // Of a HooklineError, or of what was not even sent.
  const faults = (error as { errors?: readonly Fault[] } | undefined)?.errors ?? [];

  async function submit(): Promise<void> {
    if (!form.current || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      refuseHalfTyped(form.current);
      await onSubmit(readValues(new FormData(form.current)));
    } catch (thrown) {
      flushSync(() => setError(thrown));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
    } finally {
      setBusy(false);
    }
  }

  const isShownAtFields =
    faults.length > 0 &&
    faults.every((fault) => fieldsOf(form.current).some(({ name }) => name && isFaultOf(fault, name)));
  return (
    <FormContext value={{ isBusy, faults }}>
      <form
        ref={form}
        noValidate
        aria-label={label}
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error !== undefined && !isShownAtFields && <Problem error={error} />}
        {children}
      </form>
    </FormContext>
  );
}

/** Buttons at the end of a form, or of what takes its place. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 pt-1">{children}</div>;
}

type FormActionsProps = {
  /** What the button that sends says. */
  submit: string;
  kind?: 'primary' | 'danger';
  icon?: IconName;
  disabled?: boolean;
  onCancel: () => void;
  /** Behind the two buttons. */
  children?: ReactNode;
};

export function FormActions({ submit, kind = 'primary', icon, disabled, onCancel, children }: FormActionsProps) {
  return (
    <ButtonRow>
      <Button type="submit" kind={kind} icon={icon} disabled={disabled}>
        {submit}
      </Button>
      <Button kind="ghost" onClick={onCancel}>
        Cancel
      </Button>
      {children}
    </ButtonRow>
  );
}

const fieldsOf = (form: HTMLFormElement | null) => [...(form?.elements ?? [])] as HTMLInputElement[];

/** The browser gives such a value as empty: sent, it would remove what was there. */
function refuseHalfTyped(form: HTMLFormElement): void {
  for (const { name, type, validity } of fieldsOf(form))
    if (validity.badInput) throw { errors: [{ parameter: name, detail: `This is not a ${type}.` }] };
}

function readValues(data: FormData): FormValues {
  const text = (name: string) => String(data.get(name) ?? '').trim() || undefined;
  return {
    text,
    number: (name) => (text(name) === undefined ? undefined : Number(text(name))),
    checked: (name) => data.has(name),
  };
}
