// Code: a block to read and copy. Id: a short one within a line.
import { CopyButton } from '../forms/copy-button.tsx';

type CodeProps = {
  children: string;
  /** What it is, for screen readers. */
  label: string;
  /** In place of what is shown, such as with the key filled in. */
  copied?: () => string;
  wrap?: boolean;
};

export function Code({ children, label, copied, wrap }: CodeProps) {
  return (
    <div className="relative rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-md p-3 pr-10">
        <pre className={`font-mono text-xs ${wrap ? 'break-all whitespace-pre-wrap' : ''}`}>
          <code>{children}</code>
        </pre>
      </section>
      <span className="absolute top-2 right-2 rounded-sm bg-sunken">
        <CopyButton text={copied ?? children} label={`Copy: ${label}`} />
      </span>
    </div>
  );
}

/** An id, whole and to be copied. */
export function Id({ children }: { children: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs">
      {children}
      <CopyButton text={children} label={`Copy ${children}`} />
    </span>
  );
}
