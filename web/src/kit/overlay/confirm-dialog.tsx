// ConfirmDialog: names what is lost; what cannot be undone asks for its name first.
import { type ReactNode, useState } from 'react';
import { TextField } from '../forms/field.tsx';
import { Form, FormActions } from '../forms/form.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will be lost, and for whom. */
  children: ReactNode;
  /** What the button does: “Revoke key”. */
  action: string;
  /** Has to be typed. Left out where the action can be undone. */
  nameToType?: string;
  /** What it throws is shown; else the dialog closes. */
  onConfirm: () => Promise<unknown>;
};

export function ConfirmDialog({ isOpen, onClose, title, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Confirmation onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** Apart, so that a reopened dialog begins empty. */
function Confirmation({
  onClose,
  children,
  action,
  nameToType,
  onConfirm,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const [typed, setTyped] = useState('');
  const isMeant = nameToType === undefined || shownOf(typed) === shownOf(nameToType);
  const confirm = async () => {
    if (!isMeant) return;
    await onConfirm();
    onClose();
  };
  return (
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
      <FormActions submit={action} kind="danger" disabled={!isMeant} onCancel={onClose} />
    </Form>
  );
}

/** A page shows several spaces as one, so that is what is typed. */
function shownOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
