// PageHeader: title, actions and the API call of a page. Sets the document title too.
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { ApiCall } from '../code/api-call.tsx';
import type { Call } from '../code/call.ts';
import { goBackTo, lastHref } from '../page/places.ts';
import { Icon } from './icons.tsx';

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  /** The API call of this view. */
  call?: Call;
  /** The list this page belongs to. */
  parent?: { href: string; title: string };
};

export function PageHeader({ title, description, actions, call, parent }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Hookline`;
  }, [title]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {parent && (
          <Link
            href={lastHref(parent.href)}
            onClick={(event) => {
              if (goBackTo(lastHref(parent.href))) event.preventDefault();
            }}
            className="-ml-1 mb-1 inline-flex items-center gap-0.5 text-xs text-muted hover:text-ink"
          >
            <Icon name="left" className="size-3.5" />
            {parent.title}
          </Link>
        )}
        <h1 dir="auto" className="text-title font-semibold wrap-anywhere whitespace-pre-line">
          {title}
        </h1>
        {description && <div className="max-w-160 text-muted">{description}</div>}
      </div>
      {(actions || call) && (
        <div className="flex flex-wrap items-center gap-2">
          {call && <ApiCall call={call} />}
          {actions}
        </div>
      )}
    </header>
  );
}

/** Layout of every page: its parts stacked. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className="stack gap-6">{children}</div>;
}
