// What Back restores of a page: the focused row where it was in the window, or the scroll position. Kept in memory by history entry.
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

/** `offset` is the distance of the row's top from the window's top. Rows above it may have other heights when it is shown again. */
type Place = { top: number; row: string | undefined; offset: number };

const places = new Map<string, Place>();
/** Last query of each page, by path. */
const searches = new Map<string, string>();
let cameBack = false;

/** Browsers have it since 2025; without it, pages start at their top. */
const history = (globalThis as { navigation?: Navigation }).navigation;
const entryKey = () => history?.currentEntry?.key ?? '';

function leave({ navigationType }: NavigateEvent): void {
  cameBack = navigationType === 'traverse';
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  places.set(entryKey(), {
    top: scrollY,
    row: row?.dataset.row,
    offset: row?.getBoundingClientRect().top ?? 0,
  });
  // A form that the query opened is not opened again.
  const { pathname, search } = location;
  searches.set(pathname, new URLSearchParams(search).has('new') ? '' : search);
}

/** Whether the page was reached by Back or Forward, so that its state is restored. */
export const isRestored = (): boolean => cameBack;

/** The path with its last query, such as the filters of a list. */
export const lastHref = (path: string): string => path + (searches.get(path) ?? '');

/** Goes back when a link leads to the previous entry, so that its scroll position is restored. Returns false for other links. */
export function goBackTo(href: string): boolean {
  const before = history?.entries()[(history.currentEntry?.index ?? 0) - 1];
  if (!history || before?.url !== new URL(href, location.href).href) return false;
  history.back();
  return true;
}

/** A new page starts at its top, with the focus on its content; Back and Forward restore the previous position. */
export function usePlace() {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const search = useSearch();
  const last = useRef({ path, search });
  useEffect(() => {
    if (!history) return;
    globalThis.history.scrollRestoration = 'manual';
    history.addEventListener('navigate', leave);
    return () => history.removeEventListener('navigate', leave);
  }, []);
  useEffect(() => {
    const { current: before } = last;
    last.current = { path, search };
    const isOther = before.path !== path;
    if (!isOther && before.search === search) return;
    if (isOther) main.current?.focus({ preventScroll: true });
    const place = cameBack ? places.get(entryKey()) : undefined;
    if (place) return restore(place);
    if (isOther) scrollTo(0, 0);
  }, [path, search]);
  return main;
}

const maxWaitMs = 3000;

/** Retries until the rows are rendered and stable, or the user scrolls, clicks or presses a key. Returns a function that stops it. */
function restore({ top, row, offset }: Place): () => void {
  const until = Date.now() + maxWaitMs;
  const events = ['wheel', 'keydown', 'pointerdown'] as const;
  let frame = 0;
  let still = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of events) removeEventListener(event, stop);
  };
  const attempt = () => {
    const element = row && document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
    const goal = element ? scrollY + element.getBoundingClientRect().top - offset : top;
    if (element) (element.querySelector<HTMLElement>('[data-opens]') ?? element).focus({ preventScroll: true });
    scrollTo(0, goal);
    still = Math.abs(scrollY - goal) < 2 && (element || !row) ? still + 1 : 0;
    if (still > 5 || Date.now() > until) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const event of events) addEventListener(event, stop, { passive: true });
  attempt();
  return stop;
}
