// BoardBar: what can be done with the selected hooks of a board. It stays in view while the list scrolls.
import { useState } from 'react';
import { Button } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { plural } from '../../kit/page/format.ts';
import { maxTagLength } from './tags-field.tsx';
import type { Board } from './use-board.ts';

type BoardBarProps = {
  ids: readonly string[];
  board: Board;
  onRemove: () => void;
  onClear: () => void;
};

export function BoardBar({ ids, board, onRemove, onClear }: BoardBarProps) {
  const [isTagging, setTagging] = useState(false);
  const close = () => setTagging(false);
  return (
    <section
      aria-label="Selected hooks"
      className="sticky bottom-4 z-1 flex flex-wrap items-center gap-2 rounded-md border border-strong bg-surface px-3 py-2 max-lg:bottom-18"
    >
      <span className="mr-auto font-medium" aria-live="polite">
        {plural(ids.length, 'hook')} selected
      </span>
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
    </section>
  );
}
