// Advanced: content that few users need, at the end of a page, loaded when it is opened; `?advanced=1` opens it.
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { useQueryState } from './query-state.ts';

/** `summary` names the content. */
export function Advanced({ summary, children }: { summary: string; children: ReactNode }) {
  const [open, setOpen] = useQueryState('advanced');
  return (
    <div className="stack gap-6 border-t pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon="down" aria-expanded={open !== ''} onClick={() => setOpen(open ? '' : '1', { replace: true })}>
          Advanced
        </Button>
        <span className="text-muted">{summary}</span>
      </div>
      {open && children}
    </div>
  );
}
