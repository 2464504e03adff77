// Template: its slots highlighted, with a copy button and links that fill it and to the hooks that have it.
import { Link } from 'wouter';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { linkWith } from '../filters/hook-filters.ts';
import { fillHook, fillTemplate } from '../templates/template-link.ts';
import { SlotText, slotsIn } from './slot-text.tsx';

/** `hook` is the one whose template it is, so that filling it begins with what the line of the hook has. */
export function Template({ children, hook }: { children: string; hook?: string }) {
  return (
    <>
      <span className="inline-flex items-start gap-1">
        <SlotText>{children}</SlotText>
        <CopyButton text={children} label="Copy template" />
      </span>
      {slotsIn(children).length > 0 && (
        <span className="flex flex-wrap gap-x-3">
          <Link href={hook ? fillHook(hook) : fillTemplate(children)} className={linkClass}>
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
