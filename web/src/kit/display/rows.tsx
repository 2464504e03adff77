// Rows: the rows of a list, all of them in the document unless there are too many.
import { lazy, type ReactNode, type RefCallback, Suspense } from 'react';

export type RowsProps<Row> = {
  rows: readonly Row[];
  /** Element that takes the place of rows that are not in the document. */
  spacer: 'li' | 'tr';
  /** The element of the row has `data-index` and the ref, by which it is measured. */
  children: (row: Row, index: number, measure?: RefCallback<HTMLElement>) => ReactNode;
};

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
