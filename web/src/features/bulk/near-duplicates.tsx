// NearDuplicates: hooks whose text is nearly the same as a row's hook, to merge with it or to keep apart.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Key } from '../../kit/display/key.tsx';
import { formatPercent } from '../../kit/page/format.ts';
import { hookHref } from './hook-query.ts';

export type DuplicateActions = {
  merge: (hook: ReviewedHook) => void;
  dismiss: (hook: ReviewedHook) => void;
};

type NearDuplicatesProps = { hook: ReviewedHook } & DuplicateActions;

/** Shows the most similar hook; once it is decided, the next one. */
export function NearDuplicates({ hook, merge, dismiss }: NearDuplicatesProps) {
  const [other, ...more] = hook.near_duplicates;
  if (!other) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-sm bg-warn-soft px-2 py-1 text-xs">
      <span className="min-w-0 flex-1 basis-60 text-muted">
        <span className="text-warn">{formatPercent(Math.floor(other.similarity * 100) / 100)} similar</span>{' '}
        <Link href={hookHref(other.id)} dir="auto" className="relative z-1 wrap-anywhere text-ink hover:underline">
          {other.text}
        </Link>
        {more.length > 0 && ` and ${more.length} more`}
      </span>
      <span className="flex gap-3">
        <TextButton title="Merge the newer hook into the older" onClick={() => merge(hook)}>
          Merge <Key>m</Key>
        </TextButton>
        <TextButton title="Not duplicates" onClick={() => dismiss(hook)}>
          Keep both <Key>d</Key>
        </TextButton>
      </span>
    </div>
  );
}

type TextButtonProps = { title: string; onClick: () => void; children: ReactNode };

function TextButton({ title, onClick, children }: TextButtonProps) {
  return (
    <button
      type="button"
      title={title}
      onClick={onClick}
      className="relative z-1 rounded-sm font-medium hover:text-accent"
    >
      {children}
    </button>
  );
}
