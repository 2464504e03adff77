// Secret: a secret shown once, with a copy button and “I have stored it”.
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../forms/button.tsx';
import { CopyButton } from '../forms/copy-button.tsx';

type SecretProps = {
  /** Accessible name: “API key”. */
  label: string;
  value: string;
  onStored?: () => void;
  /** Content between the secret and the button, such as next steps. */
  children?: ReactNode;
};

export function Secret({ label, value, onStored, children }: SecretProps) {
  const box = useRef<HTMLElement>(null);
  // It replaces a form, whose focus would be lost.
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="stack gap-4">
      <section
        ref={box}
        tabIndex={-1}
        aria-label={label}
        className="flex items-center gap-3 rounded-md border border-strong bg-sunken p-3"
      >
        <code className="min-w-0 flex-1 font-mono break-all select-all">{value}</code>
        <CopyButton text={value} label="Copy" showLabel />
      </section>
      {children}
      {onStored && (
        <div>
          <Button kind="primary" onClick={onStored}>
            I have stored it
          </Button>
        </div>
      )}
    </div>
  );
}
