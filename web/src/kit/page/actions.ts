// useActions: what a page offers to the palette while it is open, beside the pages that are always there.
import { useEffect, useRef } from 'react';
import type { IconName } from '../display/icons.tsx';

export type Action = { title: string; icon?: IconName; run: () => void };

const offered = new Set<{ readonly current: readonly Action[] }>();

export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    offered.add(latest);
    return () => {
      offered.delete(latest);
    };
  }, []);
}

export function offeredActions(): readonly Action[] {
  return [...offered].flatMap(({ current }) => current);
}
