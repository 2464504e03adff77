// BoardBar: actions for the selected hooks of a board, and the dialog that confirms removal. A separate chunk.
import type { CollectionHook } from '@hookline/sdk';
import { useState } from 'react';
import { ActionBar } from '../../kit/display/action-bar.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { plural } from '../../kit/page/format.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { saveHooks } from './save/requests.ts';
import { deselectAll, type Selecting, useSelecting } from './save/use-selecting.ts';
import { maxTagLength } from './tags-field.tsx';
import type { Board } from './use-board.ts';

type BoardBarProps = {
  board: Board;
  items: readonly CollectionHook[];
  selecting: Selecting;
  /** Hooks in the dialog that confirms removal. */
  removing: readonly CollectionHook[] | undefined;
  onRemove: (items: CollectionHook[] | undefined) => void;
};

export default function BoardBar({ board, items, selecting, removing, onRemove }: BoardBarProps) {
  const selected = useSelecting(selecting);
  return (
    <>
      {selected.size > 0 && (
        <SelectedBar
          ids={[...selected]}
          board={board}
          onRemove={() => onRemove(items.filter(({ hook }) => selected.has(hook.id)))}
          onClear={() => deselectAll(selecting)}
        />
      )}
      <RemoveDialog removing={removing} onClose={() => onRemove(undefined)} onRemove={board.remove} />
    </>
  );
}

type SelectedBarProps = { ids: readonly string[]; board: Board; onRemove: () => void; onClear: () => void };

function SelectedBar({ ids, board, onRemove, onClear }: SelectedBarProps) {
  const [isTagging, setTagging] = useState(false);
  const close = () => setTagging(false);
  return (
    <ActionBar label="Selected hooks" text={`${plural(ids.length, 'hook')} selected`}>
      <Button icon="bookmark" onClick={() => saveHooks(ids.map((id) => ({ id })))}>
        Save to…
      </Button>
      <Button icon="label" onClick={() => setTagging(true)}>
        Add tag
      </Button>
      <Button icon="trash" onClick={onRemove}>
        Remove
      </Button>
      <Button kind="ghost" onClick={onClear}>
        Clear
      </Button>
      <Dialog isOpen={isTagging} onClose={close} title={`Add a tag to ${plural(ids.length, 'hook')}`}>
        <Form
          label="Add tag"
          onSubmit={async (values) => {
            await board.addTag(ids, values.text('tags') ?? '');
            close();
          }}
        >
          <TextField name="tags" label="Tag" maxLength={maxTagLength} />
          <FormActions submit="Add tag" onCancel={close} />
        </Form>
      </Dialog>
    </ActionBar>
  );
}
