// TakedownDialog: says what a takedown deletes, asks for a reason and what to block, and takes the hook down.
import type { BlockKind } from '../../../../src/catalog/takedowns/takedown.ts';
import { HookText } from '../../kit/display/hook-text.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { takeDown } from '../reports/takedown-client.ts';

const blocks: readonly { kind: BlockKind; label: string }[] = [
  { kind: 'text', label: 'This text' },
  { kind: 'source_url', label: 'This video' },
  { kind: 'creator', label: 'Everything by this creator on this platform' },
];

type TakedownDialogProps = { hook: { id: string; text: string }; onClose: () => void; onDone: () => unknown };

export function TakedownDialog({ hook, onClose, onDone }: TakedownDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Take hook down">
      <Form
        label="Take hook down"
        onSubmit={async ({ text, checked }) => {
          const chosen = blocks.map(({ kind }) => kind).filter(checked);
          await takeDown(hook.id, { reason: text('reason'), blocks: chosen });
          await onDone();
          onClose();
        }}
      >
        <HookText>{hook.text}</HookText>
        <p className="text-muted">
          Deletes text, video, creator and view history for good: in the catalog, in export files (their owners have to
          request them again), and in webhook deliveries, sent ones too. Customers get 410 for{' '}
          <span className="font-mono text-xs">{hook.id}</span>, and mirrors are told to delete it. You can’t undo this.
        </p>
        <TextField
          name="reason"
          label="Reason"
          hint="Kept in the audit log, so don’t quote the hook. For example the number of the request."
          maxLength={1000}
        />
        <fieldset className="stack gap-2">
          <legend className="mb-1.5 font-medium">Never import again</legend>
          {blocks.map(({ kind, label }) => (
            <Checkbox key={kind} name={kind} label={label} defaultChecked />
          ))}
        </fieldset>
        <FormActions submit="Take down" kind="danger" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
