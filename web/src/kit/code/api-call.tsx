// ApiCall: the `</>` button, which shows the current view as an API call. The examples are a separate chunk.
import { useState } from 'react';
import { Skeleton } from '../display/skeleton.tsx';
import { IconButton } from '../forms/button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { lazyPart } from '../page/lazy-part.tsx';
import type { Call } from './call.ts';

const Examples = lazyPart(() => import('./examples.tsx'), 'default', <Skeleton className="h-48 w-full" />);

export function ApiCall({ call, title = 'API call' }: { call: Call; title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="code" label={title} onClick={() => setOpen(true)} />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title} wide>
        <Examples call={call} />
      </Dialog>
    </>
  );
}
