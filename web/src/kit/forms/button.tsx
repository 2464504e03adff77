// Button, IconButton, LinkButton for links to other pages, and ButtonRow.
import { type ComponentProps, type ReactNode, use } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from '../display/icons.tsx';
import { FormContext } from './form-context.ts';

type ButtonKind = 'primary' | 'secondary' | 'danger' | 'ghost';

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:bg-accent-hover',
  secondary: 'bg-surface text-ink border-strong hover:bg-sunken',
  danger: 'bg-bad-fill text-on-bad border-transparent hover:brightness-110',
  ghost: 'bg-transparent text-muted border-transparent hover:bg-sunken hover:text-ink',
};

function buttonClass(kind: ButtonKind = 'secondary', isSmall = false): string {
  const size = isSmall ? 'h-7 px-2 text-xs gap-1 touch:h-9 touch:px-3' : 'h-8 px-3 gap-1.5 touch:h-11';
  return `button ${size} ${kinds[kind]}`;
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  kind?: ButtonKind;
  icon?: IconName;
  small?: boolean;
  /** Shows a spinner and disables the button. Set automatically on the submit button while its Form is sending. */
  busy?: boolean;
};

export function Button({ kind, icon, small, busy, children, type = 'button', disabled, ...rest }: ButtonProps) {
  const form = use(FormContext);
  const isBusy = busy ?? (type === 'submit' && (form?.isBusy ?? false));
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isBusy || (form?.isBusy && !form.isDraft)}
      aria-busy={isBusy}
      className={buttonClass(kind, small)}
    >
      {icon && <Icon name={icon} className={isBusy ? 'invisible' : ''} />}
      {/* `invisible` would hide the button's name from screen readers. */}
      <span className={isBusy ? 'opacity-0' : ''}>{children}</span>
      {isBusy && <Spinner />}
    </button>
  );
}

/** `label` is the accessible name and the tooltip. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'children'> & { icon: IconName; label: string }) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className="icon-button">
      <Icon name={icon} />
    </button>
  );
}

type LinkButtonProps = {
  href: string;
  kind?: ButtonKind;
  icon?: IconName;
  small?: boolean;
  /** The target is not a page of this app, but a file or the API reference. */
  isOutside?: boolean;
  children: ReactNode;
};

export function LinkButton({ href, kind, icon, small, isOutside, children }: LinkButtonProps) {
  const Anchor = isOutside ? 'a' : Link;
  return (
    <Anchor href={href} className={buttonClass(kind, small)}>
      {icon && <Icon name={icon} />}
      {children}
    </Anchor>
  );
}

/** Buttons at the end of a form or dialog, where they stay in view. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="actions flex flex-wrap items-center gap-2">{children}</div>;
}

function Spinner() {
  return (
    <span className="absolute inset-0 flex items-center justify-center">
      <span className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent" />
    </span>
  );
}
