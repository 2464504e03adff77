// EmptyState: why a list is empty, what to do next, and a runnable example.
import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  /** The button. */
  action?: ReactNode;
  /** A Code block. */
  example?: ReactNode;
};

export function EmptyState({ title, children, action, example }: EmptyStateProps) {
  return (
    <div className="stack gap-4 rounded-md border border-dashed border-strong p-6">
      <div className="grid gap-1">
        <p className="font-medium">{title}</p>
        {children && <div className="max-w-140 text-muted">{children}</div>}
      </div>
      {action && <div>{action}</div>}
      {example}
    </div>
  );
}
