// Code: a code block with a copy button. Id: an inline id with a copy button.
import { CopyButton } from '../forms/copy-button.tsx';

type CodeProps = {
  children: string;
  /** Accessible name. */
  label: string;
  /** The text to copy, when it differs from the text shown, such as with the key filled in. */
  copied?: () => string;
  wrap?: boolean;
};

export function Code({ children, label, copied, wrap }: CodeProps) {
  return (
    <div className="relative rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-md p-3 pr-10">
        <pre className={`font-mono text-xs ${wrap ? 'wrap-anywhere whitespace-pre-wrap' : ''}`}>
          <code>{children}</code>
        </pre>
      </section>
      <span className="absolute top-2 right-2 rounded-sm bg-sunken">
        <CopyButton text={copied ?? children} label={`Copy ${label}`} />
      </span>
    </div>
  );
}

/** An id in full, with a copy button. */
export function Id({ children }: { children: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs">
      {children}
      <CopyButton text={children} label={`Copy ${children}`} />
    </span>
  );
}
