// SaveDialog: ticks the collections that hooks are in, found or created by typing. A separate chunk.
import type { Collection } from '@hookline/sdk';
import { useApi } from '../../../api/use-api.ts';
import { HookText } from '../../../kit/display/hook-text.tsx';
import { Dialog } from '../../../kit/overlay/dialog.tsx';
import { plural } from '../../../kit/page/format.ts';
import { Problem } from '../../../kit/page/problem.tsx';
import { collectionsPath } from '../collection-client.ts';
import type { HookToSave } from './requests.ts';
import { SaveForm } from './save-form.tsx';

type SaveDialogProps = { hooks: readonly HookToSave[] | undefined; onClose: () => void };

export default function SaveDialog({ hooks = [], onClose }: SaveDialogProps) {
  const [first] = hooks;
  return (
    <Dialog
      isOpen={first !== undefined}
      onClose={onClose}
      title={hooks.length > 1 ? `Save ${plural(hooks.length, 'hook')}` : 'Save hook'}
    >
      <div className="stack gap-4">
        {first?.text && hooks.length === 1 && <HookText>{first.text}</HookText>}
        {first && <SavedIn key={first.id} hooks={hooks} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

function SavedIn({ hooks, onClose }: { hooks: readonly HookToSave[]; onClose: () => void }) {
  // The collections of several hooks are not read: the hooks are only added to the ticked ones.
  const only = hooks.length === 1 ? hooks[0]?.id : undefined;
  const all = useApi<Collection[]>(collectionsPath);
  const holding = useApi<Collection[]>(only === undefined ? null : `${collectionsPath}?hook=${only}`);
  const failed = [all, holding].find(({ error, data }) => error && !data);
  if (failed) return <Problem error={failed.error} onRetry={() => void failed.mutate()} />;
  return (
    <SaveForm
      ids={hooks.map(({ id }) => id)}
      collections={only === undefined || holding.data ? all.data : undefined}
      holding={new Set(holding.data?.map(({ collection_id }) => collection_id))}
      onClose={onClose}
    />
  );
}
