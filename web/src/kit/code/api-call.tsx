// ApiCall: the “API” button, which shows the current view as an API call. The examples are a separate chunk.
import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../display/skeleton.tsx';
import { Button } from '../forms/button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import type { Call } from './call.ts';

const Examples = lazy(() => import('./examples.tsx'));

export function ApiCall({ call, title = 'Show API call' }: { call: Call; title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="ghost" aria-label={title} title={title} onClick={() => setOpen(true)}>
        API
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title} wide>
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <Examples call={call} />
        </Suspense>
      </Dialog>
    </>
  );
}
