// saveSlot: the save button as the `actions` of a list of hooks.
import { lazyPart } from '../../../kit/page/lazy-part.tsx';
import type { HookToSave } from './requests.ts';

const SaveButton = lazyPart(() => import('./save-button.tsx'), 'default');

export const saveSlot = (hook: HookToSave) => (
  <span className="-mr-1.5 w-8 shrink-0">
    <SaveButton hook={hook} />
  </span>
);
