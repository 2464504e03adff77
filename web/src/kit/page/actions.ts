// useActions: adds the actions of the open page to the command palette.
import { useEffect, useRef } from 'react';
import type { IconName } from '../display/icons.tsx';

export type Action = { title: string; icon?: IconName; run: () => void };

const registered = new Set<{ readonly current: readonly Action[] }>();

export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    registered.add(latest);
    return () => {
      registered.delete(latest);
    };
  }, []);
}

export function pageActions(): readonly Action[] {
  return [...registered].flatMap(({ current }) => current);
}
