// Checkbox for forms, and Switch, which changes something at once and goes back with a reason where that was refused.
import { type ReactNode, useId, useOptimistic, useTransition } from 'react';
import { useFault } from './form-context.ts';
import { tellProblem } from './toast.tsx';

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

type SwitchProps = {
  label: string;
  isOn: boolean;
  /** Resolves when `isOn` is what was asked for; what it throws is told and takes the switch back. */
  onChange: (isOn: boolean) => Promise<unknown>;
  hideLabel?: boolean;
  disabled?: boolean;
};

export function Switch({ label, isOn, onChange, hideLabel, disabled }: SwitchProps) {
  const [shown, show] = useOptimistic(isOn);
  const [isBusy, start] = useTransition();
  const change = () =>
    start(async () => {
      show(!isOn);
      await onChange(!isOn).catch(tellProblem);
    });
  return (
    <button
      type="button"
      role="switch"
      aria-checked={shown}
      aria-label={hideLabel ? label : undefined}
      disabled={disabled}
      onClick={() => isBusy || change()}
      className="group inline-flex items-center gap-2 rounded-md"
    >
      <span className="inline-flex h-4.5 w-8 rounded-full border border-strong bg-sunken p-0.5 transition-colors group-aria-checked:border-transparent group-aria-checked:bg-accent-fill">
        <span className="size-3 rounded-full bg-faint transition-transform group-aria-checked:translate-x-3.5 group-aria-checked:bg-on-accent" />
      </span>
      {!hideLabel && label}
    </button>
  );
}
