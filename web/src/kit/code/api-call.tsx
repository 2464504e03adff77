// ApiCall: the `</>` button, which opens the same view as a call of the API. What the examples say is examples.tsx, lazy.
import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../display/skeleton.tsx';
import { IconButton } from '../forms/button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import type { Call } from './call.ts';

const Examples = lazy(() => import('./examples.tsx'));

export function ApiCall({ call, title = 'Get this by API' }: { call: Call; title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="code" label={title} onClick={() => setOpen(true)} />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title} wide>
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <Examples call={call} />
        </Suspense>
      </Dialog>
    </>
  );
}
