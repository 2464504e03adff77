// The empty state of the exports page.
import type { ReactNode } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { exportExample } from './export-example.ts';

export function NoExports({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      title="No exports yet"
      action={action}
      example={<Code label="Export with the API">{exportExample()}</Code>}
    >
      Choose a format and filters here, or use the API. Exports stay listed for 30 days after their file expires.
    </EmptyState>
  );
}
