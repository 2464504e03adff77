// Rows: the rows of a list, all of them in the document unless there are too many.

import { lazy, type ReactNode, Suspense } from 'react';
import type { RowsProps } from './virtual-rows.tsx';

const maxInDocument = 500;

const VirtualRows = lazy(() =>
  import('./virtual-rows.tsx').then(({ VirtualRows }) => ({ default: VirtualRows as typeof Plain })),
);

export function Rows<Row>(props: RowsProps<Row>) {
  if (props.rows.length <= maxInDocument) return Plain(props as RowsProps<unknown>);
  return (
    <Suspense fallback={<Plain {...(props as RowsProps<unknown>)} />}>
      <VirtualRows {...(props as RowsProps<unknown>)} />
    </Suspense>
  );
}

function Plain({ rows, children }: RowsProps<unknown>): ReactNode {
  return rows.map((row, index) => children(row, index));
}
