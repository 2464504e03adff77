// OpenedHook: `?hook=` opens a hook next to the queue, which keeps its place and shows the changes.
import { readHook } from '../../api/curation.ts';
import { toastError } from '../../kit/overlay/toast.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import type { EditStore } from '../bulk/edit-store.ts';

const HookDialog = lazyPart(() => import('../curation/hook-dialog.tsx'), 'HookDialog');

export function OpenedHook({ store }: { store: EditStore }) {
  const [id, setId] = useQueryState('hook');
  const showChanged = () => readHook(id).then((hook) => store.overlay([id], hook), toastError);
  if (!id) return null;
  return <HookDialog key={id} id={id} onClose={() => setId('')} onChanged={showChanged} />;
}
