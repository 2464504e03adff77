// SelectionBar: actions for the selected hooks of the hooks page. A separate chunk.
import { ActionBar } from '../../kit/display/action-bar.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { plural } from '../../kit/page/format.ts';
import { saveHooks } from '../collections/save/requests.ts';
import { deselectAll, type Selecting, useSelecting } from '../collections/save/use-selecting.ts';

export default function SelectionBar(selecting: Selecting) {
  const ids = [...useSelecting(selecting)];
  if (ids.length === 0) return null;
  return (
    <ActionBar label="Selected hooks" text={`${plural(ids.length, 'hook')} selected`}>
      <Button kind="primary" icon="bookmark" onClick={() => saveHooks(ids.map((id) => ({ id })))}>
        Save
      </Button>
      <CopyButton text={ids.join('\n')} label="Copy IDs" showLabel />
      <Button kind="ghost" onClick={() => deselectAll(selecting)}>
        Clear
      </Button>
    </ActionBar>
  );
}
