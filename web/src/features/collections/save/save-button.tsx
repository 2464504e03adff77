// SaveButton: saves a hook to collections. A separate chunk.
import { Button, IconButton } from '../../../kit/forms/button.tsx';
import { useMay } from '../../../shell/session.tsx';
import { type HookToSave, saveHooks } from './requests.ts';

type SaveButtonProps = {
  hook: HookToSave;
  /** With the word, for the page of a hook. */
  showLabel?: boolean;
};

export default function SaveButton({ hook: { id, text }, showLabel }: SaveButtonProps) {
  const save = () => saveHooks([{ id, text }]);
  if (!useMay('change')) return null;
  if (!showLabel) return <IconButton icon="bookmark" label="Save (s)" onClick={save} />;
  return (
    <Button icon="bookmark" title="Save (s)" data-save onClick={save}>
      Save
    </Button>
  );
}
