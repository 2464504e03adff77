// Form: submits once at a time, shows each error of the response at its field, and other errors above the fields.
import { type ReactNode, use, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IconName } from '../display/icons.tsx';
import { DialogContext } from '../overlay/top-dialog.ts';
import { Problem } from '../page/problem.tsx';
import { Button, ButtonRow } from './button.tsx';
import { type FieldError, FormContext, isErrorFor } from './form-context.ts';

export type FormValues = {
  /** Trimmed text; undefined when empty. */
  text: (name: string) => string | undefined;
  /** undefined when empty. */
  number: (name: string) => number | undefined;
  checked: (name: string) => boolean;
};

type FormProps = {
  children: ReactNode;
  /** Errors it throws are shown. */
  onSubmit: (values: FormValues) => Promise<unknown>;
  label?: string;
  /** Submitting it saves nothing yet: it leads to a preview. */
  isDraft?: boolean;
};

export function Form({ children, onSubmit, label, isDraft }: FormProps) {
  const dialog = use(DialogContext);
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // The errors come from a HooklineError, or from a check before sending.
  const fieldErrors = (error as { errors?: readonly FieldError[] } | undefined)?.errors ?? [];

  async function submit(): Promise<void> {
    if (!form.current || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      throwIfIncomplete(form.current);
      await onSubmit(readValues(new FormData(form.current)));
      if (!isDraft) dialog?.setUnsaved(false);
    } catch (thrown) {
      flushSync(() => setError(thrown));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
    } finally {
      setBusy(false);
    }
  }

  const isShownAtFields =
    fieldErrors.length > 0 &&
    fieldErrors.every((one) => fieldsOf(form.current).some(({ name }) => name && isErrorFor(one, name)));
  return (
    <FormContext value={{ isBusy, isDraft, fieldErrors }}>
      <form
        ref={form}
        noValidate
        aria-label={label}
        className="stack gap-4"
        onInput={() => dialog?.setUnsaved(true)}
        onKeyDown={(event) => {
          // Single-line fields submit by Enter natively; in a textarea it begins a line.
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
          event.preventDefault();
          event.currentTarget.querySelector<HTMLElement>('[type=submit]')?.click();
        }}
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

type FormActionsProps = {
  /** Text of the submit button. */
  submit: string;
  kind?: 'primary' | 'danger';
  icon?: IconName;
  disabled?: boolean;
  onCancel: () => void;
  /** Shown after the two buttons. */
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

/** The browser reports a partly typed value as empty; sending it would clear the stored value. */
function throwIfIncomplete(form: HTMLFormElement): void {
  for (const { name, type, validity } of fieldsOf(form))
    if (validity.badInput) throw { errors: [{ parameter: name, detail: `Enter a valid ${type}.` }] };
}

function readValues(data: FormData): FormValues {
  const text = (name: string) => String(data.get(name) ?? '').trim() || undefined;
  return {
    text,
    number: (name) => (text(name) === undefined ? undefined : Number(text(name))),
    checked: (name) => data.has(name),
  };
}
