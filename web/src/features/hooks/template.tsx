// Template: its slots highlighted, with a copy button and a link to the hooks that have it.
import { Link } from 'wouter';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { linkWith } from '../filters/hook-filters.ts';

export function Template({ children }: { children: string }) {
  const parts = children.split(/(\[[^[\]]{1,60}\])/);
  return (
    <>
      <span className="inline-flex items-start gap-1">
        <span dir="auto" className="wrap-anywhere">
          {parts.map((part, at) =>
            at % 2 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never reorder
              <mark key={at} className="rounded-sm bg-accent-soft px-0.5 text-accent">
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </span>
        <CopyButton text={children} label="Copy template" />
      </span>
      {parts.length > 1 && (
        <Link
          href={linkWith('/dashboard/hooks', { template: [children] })}
          className="block w-fit text-xs text-muted underline underline-offset-2 hover:text-ink"
        >
          Hooks with this template
        </Link>
      )}
    </>
  );
}
