// RowActions: selects, saves and opens the menu of a hook of a list. A separate chunk.
import type { ListedHook } from '../../api/catalog.ts';
import { useMay } from '../../shell/session.tsx';
import SaveButton from '../collections/save/save-button.tsx';
import SelectBox from '../collections/save/select-box.tsx';
import { type Selecting, selectHook } from '../collections/save/use-selecting.ts';
import { HookMenu } from './hook-menu.tsx';

type RowActionsProps = { hook: ListedHook; selecting: Selecting };

export default function RowActions({ hook, selecting }: RowActionsProps) {
  const mayChange = useMay('change');
  return (
    <>
      {mayChange && (
        <span className="order-first pt-0.5 max-sm:hidden">
          <SelectBox id={hook.id} name={hook.text} selecting={selecting} />
        </span>
      )}
      <span className="-mr-1.5 flex shrink-0 self-start max-sm:flex-col">
        <SaveButton hook={hook} />
        <HookMenu hook={hook} onSelect={mayChange ? () => selectHook(selecting, hook.id) : undefined} />
      </span>
    </>
  );
}
