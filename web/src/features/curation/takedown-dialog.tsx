// TakedownDialog: counts what a takedown removes, asks for a reason, and takes the hook down, or all of its creator.
import { useState } from 'react';
import type { BlockKind } from '../../../../src/catalog/takedowns/takedown.ts';
import { hooksPath, readHook, readHooks } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { HookText } from '../../kit/display/hook-text.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';
import { takeDown } from '../reports/takedown-client.ts';

type TakedownDialogProps = { hook: { id: string; text: string }; onClose: () => void; onDone: () => unknown };

/** How many hooks the creator of the hook has on its platform; undefined while loading or if the creator is unknown. */
function useCreator(id: string) {
  return useApi([hooksPath, id, 'creator'], async () => {
    const { creator, platform } = await readHook(id);
    if (creator === null) return null;
    const { total } = await readHooks({ creator, platform, limit: 1 });
    return { creator, platform, total };
  }).data;
}

export function TakedownDialog({ hook: { id, text }, onClose, onDone }: TakedownDialogProps) {
  const by = useCreator(id);
  const [isAll, setAll] = useState(false);
  const [typed, setTyped] = useState('');
  const hooks = plural(isAll && by ? by.total : 1, 'hook');
  return (
    <Dialog isOpen onClose={onClose} title="Take hook down">
      <Form
        label="Take hook down"
        onSubmit={async (values) => {
          const blocks: BlockKind[] = isAll ? ['text', 'source_url', 'creator'] : ['text', 'source_url'];
          await takeDown(id, { reason: values.text('reason'), blocks, all_by_creator: isAll });
          await onDone();
          onClose();
          toast(`${hooks} taken down.`, 'good', ['Block list', '/console/reports?tab=takedowns']);
        }}
      >
        <HookText>{text}</HookText>
        <div className="stack gap-1">
          <p role="status" className="font-medium">
            Removes {hooks}
            {isAll && ' by this creator'}
          </p>
          <p className="text-muted">
            Permanently: from the catalog, from export files and from webhook deliveries, with text, video, creator and
            view history. Imports can’t restore it. You can’t undo this.
          </p>
        </div>
        <TextField
          name="reason"
          label="Reason"
          hint="Kept in the audit log, so don’t quote the hook. For example a request number."
          maxLength={1000}
        />
        {by && (
          <Checkbox
            name="all_by_creator"
            label={`Everything by ${by.creator} on ${by.platform}`}
            hint={`${plural(by.total, 'hook')}. New ones are rejected by imports.`}
            checked={isAll}
            onChange={setAll}
          />
        )}
        {isAll && by && (
          <TextField
            name="confirmation"
            label={`Type “${by.creator}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            spellCheck={false}
          />
        )}
        <FormActions
          submit={`Take down ${hooks}`}
          kind="danger"
          disabled={isAll && typed.trim() !== by?.creator.trim()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
