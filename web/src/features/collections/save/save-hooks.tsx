// SaveHooks: `s` saves hooks to collections, on every page of the dashboard. A separate chunk; its dialog is another.
import { useState } from 'react';
import { toast } from '../../../kit/overlay/toast.tsx';
import { lazyPart } from '../../../kit/page/lazy-part.tsx';
import { useShortcuts } from '../../../kit/page/shortcuts.ts';
import { useMay } from '../../../shell/session.tsx';
import { useLatch } from '../../filters/use-latch.ts';
import { findHooksToSave, type HookToSave, useSaveRequests } from './requests.ts';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'), 'default');

export default function SaveHooks() {
  return useMay('change') && <SaveKey />;
}

function SaveKey() {
  const [hooks, setHooks] = useState<readonly HookToSave[]>();
  const hasOpened = useLatch(hooks !== undefined);
  useSaveRequests(setHooks);
  useShortcuts({
    s: (event) => {
      const found = findHooksToSave();
      if (found.length > 0) {
        event.preventDefault();
        setHooks(found);
      } else if (document.querySelector('[data-row^=hook_]'))
        toast('Go to a hook with j or k, then press s to save it.');
    },
  });
  return hasOpened && <SaveDialog hooks={hooks} onClose={() => setHooks(undefined)} />;
}
