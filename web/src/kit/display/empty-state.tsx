// EmptyState: why there is nothing, what to do about it, and an example that runs. No drawing.
import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  /** The button. */
  action?: ReactNode;
  /** A Code. */
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
