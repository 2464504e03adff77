// Order of a list that the reader changes: a handle to drag by mouse or touch, Alt+↑/↓ on a row, and what a screen reader is told.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

type SortableOptions = {
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** The row goes to `position`, counted from 1 as the API counts. */
  onMove: (id: string, position: number) => void;
};

/** `announcement` belongs into an element with aria-live; `ids` are in the order to show, also while a row is dragged. */
export function useSortable({ ids, nameOf, onMove }: SortableOptions) {
  const [drag, setDrag] = useState<{ id: string; to: number }>();
  const [announcement, setAnnouncement] = useState('');
  const rows = useRef(new Map<string, HTMLElement>());

  function move(id: string, to: number) {
    const target = Math.min(Math.max(to, 0), ids.length - 1);
    if (target === ids.indexOf(id)) return;
    onMove(id, target + 1);
    setAnnouncement(`${nameOf(id)}: moved to position ${target + 1} of ${ids.length}.`);
  }

  const rowProps = (id: string) => ({
    ref: (row: HTMLElement | null) => {
      if (row) rows.current.set(id, row);
      else rows.current.delete(id);
    },
    'data-dragged': drag?.id === id || undefined,
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || step === undefined) return;
      event.preventDefault();
      move(id, ids.indexOf(id) + step);
    },
  });

  const handleProps = (id: string) => ({
    // Without this a touch scrolls the page and cancels the drag.
    style: { touchAction: 'none' },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id, to: ids.indexOf(id) });
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (drag?.id === id)
        setDrag({ id, to: ids.filter((other) => other !== id && isAbove(rows.current.get(other), clientY)).length });
    },
    onPointerUp: () => {
      if (drag?.id === id) move(id, drag.to);
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
  });

  return { ids: drag ? withMoved(ids, drag.id, drag.to) : ids, announcement, rowProps, handleProps, move };
}

/** Whether the row's middle is above the pointer. */
function isAbove(row: HTMLElement | undefined, y: number): boolean {
  if (!row) return false;
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2 < y;
}

function withMoved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(to, 0, id);
}
