// CopyButton: copies a text and confirms in place.
import { useEffect, useState } from 'react';
import { Icon } from '../display/icons.tsx';
import { toast } from '../overlay/toast.tsx';
import { Button } from './button.tsx';

type CopyButtonProps = {
  /** A function is called at the moment of copying. */
  text: string | (() => string);
  label?: string;
  /** A labelled button instead of an icon. */
  showLabel?: boolean;
};

export function CopyButton({ text, label = 'Copy', showLabel }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'function' ? text() : text).then(
      () => setCopied(true),
      () => toast('Clipboard access was denied. Select the text and copy it manually.', 'bad'),
    );
  const icon = isCopied ? 'check' : 'copy';
  if (showLabel)
    return (
      <Button icon={icon} onClick={copy}>
        <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
      </Button>
    );
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      className={`inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-sunken ${isCopied ? 'text-good' : 'text-faint hover:text-ink'}`}
    >
      <Icon name={icon} className="size-3.5" />
    </button>
  );
}
