// useSortable: a list that users reorder, by dragging a handle with mouse or touch or with Alt+↑/↓ on it; moves are announced to screen
// readers.
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type SortableOptions = {
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** `to` is the index in the whole list. */
  onMove: (id: string, to: number) => void;
};

/** `announcement` belongs into an element with aria-live; `ids` are in the order to show, also while a row is dragged. */
export function useSortable({ ids, nameOf, onMove }: SortableOptions) {
  const [drag, setDrag] = useState<{ id: string; to: number }>();
  const [announcement, setAnnouncement] = useState('');
  const rows = useRef(new Map<string, HTMLElement>());
  const handles = useRef(new Map<string, HTMLElement>());
  const moved = useRef<string>(undefined);

  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    const handle = moved.current === undefined ? undefined : handles.current.get(moved.current);
    if (!handle || document.activeElement === handle) return;
    if (document.activeElement === document.body) handle.focus();
    handle.scrollIntoView({ block: 'nearest' });
  });

  function move(id: string, to: number): void {
    const target = Math.min(Math.max(to, 0), ids.length - 1);
    if (target === ids.indexOf(id)) return;
    moved.current = id;
    onMove(id, target);
    setAnnouncement(`${nameOf(id)}: ${target + 1} of ${ids.length}`);
  }

  const row = (id: string) => ({
    ref: keep(rows.current, id),
    'data-dragged': drag?.id === id || undefined,
  });

  const handle = (id: string) => ({
    ref: keep(handles.current, id),
    onBlur: () => {
      moved.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || step === undefined) return;
      event.preventDefault();
      move(id, ids.indexOf(id) + step);
    },
    onPointerDown: ({ button }: PointerEvent) => {
      if (button === 0) setDrag({ id, to: ids.indexOf(id) });
    },
  });

  const follow = useEffectEvent(({ clientY }: Pick<MouseEvent, 'clientY'>) => {
    if (!drag) return;
    const to = ids.filter((other) => other !== drag.id && isAbove(rows.current.get(other), clientY)).length;
    if (to !== drag.to) setDrag({ ...drag, to });
  });
  const drop = useEffectEvent(() => {
    if (drag) move(drag.id, drag.to);
    setDrag(undefined);
  });
  const isDragged = drag !== undefined;
  useEffect(() => {
    if (!isDragged) return;
    const listeners = new AbortController();
    const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', run: (event: MouseEvent) => void) =>
      window.addEventListener(type, run, { signal: listeners.signal });
    let pointerY: number | undefined;
    // The window listens, because the handle loses the pointer when its row moves in the document.
    listen('pointermove', (event) => {
      pointerY = event.clientY;
      follow(event);
    });
    listen('pointerup', drop);
    listen('pointercancel', () => setDrag(undefined));
    // A pointer that rests at an edge of the window sends no events, but the rows under it move.
    let frame = requestAnimationFrame(function scroll() {
      const distance = pointerY === undefined ? 0 : distanceAtEdge(pointerY);
      if (pointerY !== undefined && distance !== 0) {
        window.scrollBy(0, distance);
        follow({ clientY: pointerY });
      }
      frame = requestAnimationFrame(scroll);
    });
    return () => {
      listeners.abort();
      cancelAnimationFrame(frame);
    };
  }, [isDragged]);

  return { ids: drag ? moveTo(ids, drag.id, drag.to) : ids, announcement, row, handle, move };
}

const keep = (elements: Map<string, HTMLElement>, id: string) => (element: HTMLElement | null) => {
  if (element) elements.set(id, element);
  else elements.delete(id);
};

/** Whether the row's middle is above the pointer. */
function isAbove(row: HTMLElement | undefined, y: number): boolean {
  if (!row) return false;
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2 < y;
}

/** Pixels to scroll in one frame; the navigation of phones covers part of the lower edge. */
function distanceAtEdge(y: number): number {
  const [edge, distance] = [72, 10];
  if (y < edge) return -distance;
  return y > window.innerHeight - edge ? distance : 0;
}

function moveTo(ids: readonly string[], id: string, to: number): string[] {
  return ids.filter((other) => other !== id).toSpliced(to, 0, id);
}
