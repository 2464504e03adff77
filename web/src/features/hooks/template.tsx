// Template: a template with highlighted slots, a copy button, and links to fill it and to its hooks. SlotText: the text alone.
import { Link } from 'wouter';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { linkWith } from '../filters/hook-filters.ts';
import { fillTemplate } from '../templates/template-link.ts';

/** `hook` is the hook of the template: filling it starts with the words of its line. */
export function Template({ children, hook }: { children: string; hook?: string }) {
  return (
    <>
      <span className="inline-flex items-start gap-1">
        <SlotText>{children}</SlotText>
        <CopyButton text={children} label="Copy template" />
      </span>
      {bracket.test(children) && (
        <span className="flex flex-wrap gap-x-3">
          <Link href={hook ? `/dashboard/hooks/${hook}?adapt=1` : fillTemplate(children)} className={linkClass}>
            Fill this template
          </Link>
          <Link href={linkWith('/dashboard/hooks', { template: [children] })} className={linkClass}>
            Hooks with this template
          </Link>
        </span>
      )}
    </>
  );
}

const linkClass = 'text-xs text-muted underline underline-offset-2 hover:text-ink';

const bracket = /(\[[^[\]]{1,60}\])/;

export function SlotText({ children }: { children: string }) {
  return (
    <span dir="auto" className="wrap-anywhere">
      {children.split(bracket).map((part, at) =>
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
  );
}
