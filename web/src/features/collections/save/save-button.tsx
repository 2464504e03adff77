// SaveButton: saves a hook to collections.
import { Button, IconButton } from '../../../kit/forms/button.tsx';
import { useMay } from '../../../shell/session.tsx';
import { type HookToSave, saveHooks } from './requests.ts';
import { useIsSaved } from './use-is-saved.ts';

type SaveButtonProps = {
  hook: HookToSave;
  /** Shows “Save” next to the icon. */
  showLabel?: boolean;
};

export default function SaveButton(props: SaveButtonProps) {
  return useMay('change') && <Save {...props} />;
}

function Save({ hook: { id, text }, showLabel }: SaveButtonProps) {
  const save = () => saveHooks([{ id, text }]);
  const isSaved = useIsSaved(id);
  const icon = isSaved ? 'bookmarked' : 'bookmark';
  if (!showLabel) return <IconButton icon={icon} label={isSaved ? 'Saved (s)' : 'Save (s)'} onClick={save} />;
  return (
    <Button icon={icon} title="Collections (s)" data-save onClick={save}>
      {isSaved ? 'Saved' : 'Save'}
    </Button>
  );
}
