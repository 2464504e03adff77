// ConfirmDialog: states what will be lost; irreversible actions require typing a name.
import { type ReactNode, useState } from 'react';
import { TextField } from '../forms/field.tsx';
import { Form, FormActions } from '../forms/form.tsx';
import { Dialog } from './dialog.tsx';
import { DialogContext } from './top-dialog.ts';

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will be lost, and for whom. */
  children: ReactNode;
  /** Text of the button: “Revoke key”. */
  action: string;
  /** `primary` where nothing is lost. Default `danger`. */
  kind?: 'primary' | 'danger';
  /** Must be typed before Enter or the button confirms. Omit for actions that can be undone: Enter confirms them at once. */
  nameToType?: string;
  /** Errors it throws are shown; otherwise the dialog closes. */
  onConfirm: () => Promise<unknown>;
};

export function ConfirmDialog({ isOpen, onClose, title, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Confirmation onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** A separate component, so that its state resets when the dialog reopens. */
function Confirmation({
  onClose,
  children,
  action,
  kind = 'danger',
  nameToType,
  onConfirm,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const [typed, setTyped] = useState('');
  const isConfirmed = nameToType === undefined || collapseSpaces(typed) === collapseSpaces(nameToType);
  const confirm = async () => {
    if (!isConfirmed) return;
    await onConfirm();
    onClose();
  };
  return (
    // Losing the typed name needs no confirmation.
    <DialogContext value={null}>
      <Form onSubmit={confirm} label={action}>
        <div className="grid gap-2 text-muted">{children}</div>
        {nameToType !== undefined && (
          <TextField
            name="confirmation"
            label={`Type “${nameToType}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            spellCheck={false}
          />
        )}
        <FormActions submit={action} kind={kind} disabled={!isConfirmed} onCancel={onClose} />
      </Form>
    </DialogContext>
  );
}

/** HTML shows consecutive spaces as one, so users type one. */
function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
