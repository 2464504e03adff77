// OpenedHook: `?hook=` opens a hook beside the queue, which keeps its place and shows what was changed.
import { lazy, Suspense } from 'react';
import { readHook } from '../../api/curation.ts';
import { toastError } from '../../kit/overlay/toast.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import type { EditStore } from '../bulk/edit-store.ts';

const HookDialog = lazy(() =>
  import('../curation/hook-dialog.tsx').then(({ HookDialog }) => ({ default: HookDialog })),
);

export function OpenedHook({ store }: { store: EditStore }) {
  const [id, setId] = useQueryState('hook');
  const showChanged = () => readHook(id).then((hook) => store.overlay([id], hook), toastError);
  if (!id) return null;
  return (
    <Suspense>
      <HookDialog key={id} id={id} onClose={() => setId('')} onChanged={showChanged} />
    </Suspense>
  );
}
