// Secret: shown this once, monospaced, with copy and “I have stored it”.
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../forms/button.tsx';
import { CopyButton } from '../forms/copy-button.tsx';

type SecretProps = {
  /** What it is: “API key”. */
  label: string;
  value: string;
  onStored?: () => void;
  /** Between the secret and the button, such as what to do with it. */
  children?: ReactNode;
};

export function Secret({ label, value, onStored, children }: SecretProps) {
  const box = useRef<HTMLElement>(null);
  // It takes the place of a form, whose focus would be lost.
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
        <CopyButton text={value} label="Copy" withWords />
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
