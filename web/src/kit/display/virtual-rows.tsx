// VirtualRows: keeps only the rows near the window, and the row with the focus, of a long list in the document.

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefCallback } from 'react';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';

export type RowsProps<Row> = {
  rows: readonly Row[];
  /** Element that takes the place of rows that are not in the document. */
  spacer: 'li' | 'tr';
  /** The row's element must have `data-index` and the ref, which measures it. */
  children: (row: Row, index: number, measure?: RefCallback<HTMLElement>) => ReactNode;
};

const overscan = 12;
/** Heights of the rows by page, so that Back finds its place before they are rendered. */
const kept = new Map<string, ReturnType<typeof useWindowVirtualizer>['measurementsCache']>();

export function VirtualRows<Row>({ rows, spacer: Spacer, children }: RowsProps<Row>) {
  const first = useRef<HTMLLIElement & HTMLTableRowElement>(null);
  const [top, setTop] = useState(0);
  const [page] = useState(() => location.pathname + location.search);
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 72,
    overscan,
    scrollMargin: top,
    initialOffset: () => scrollY,
    initialMeasurementsCache: kept.get(page),
    rangeExtractor: (range) => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index;
      const shown = defaultRangeExtractor(range);
      return focused === undefined || Number(focused) >= rows.length
        ? shown
        : [...new Set([...shown, Number(focused)])].sort((a, b) => a - b);
    },
  });
  // Content above the list can change its height at any time.
  useLayoutEffect(() => {
    const now = first.current && Math.round(first.current.getBoundingClientRect().top + scrollY);
    if (now !== null && now !== top) setTop(now);
  });
  useEffect(() => () => void kept.set(page, list.takeSnapshot()), [page, list]);

  const items = list.getVirtualItems();
  const last = items.at(-1);
  const after = list.getTotalSize() - (last ? last.end - top : 0);
  return (
    <>
      <Spacer aria-hidden="true" ref={first} />
      {items.map(({ key, index, start }, at) => {
        const row = rows[index];
        const gap = start - (items[at - 1]?.end ?? top);
        return (
          <Fragment key={key}>
            {gap > 0 && <Spacer aria-hidden="true" style={{ height: gap }} />}
            {row !== undefined && children(row, index, list.measureElement)}
          </Fragment>
        );
      })}
      {after > 0 && <Spacer aria-hidden="true" style={{ height: after }} />}
    </>
  );
}
