// saveSlot: the save button as the `actions` of a list of hooks.
import { lazy, Suspense } from 'react';
import type { HookToSave } from './requests.ts';

const SaveButton = lazy(() => import('./save-button.tsx'));

export const saveSlot = (hook: HookToSave) => (
  <span className="-mr-1.5 w-8 shrink-0">
    <Suspense>
      <SaveButton hook={hook} />
    </Suspense>
  </span>
);
