// KeyDialogs: create, edit, regenerate and revoke a key. A new key is shown once.
import { useState } from 'react';
import type { KeyActions } from '../../api/account.ts';
import type { IssuedKey, Key } from '../../api/openapi.ts';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { formatUntil } from '../../kit/page/format.ts';
import { IssuedKeyView } from './issued-key.tsx';
import { EditKeyForm, NewKeyForm, RegenerateForm } from './key-forms.tsx';

export type OpenKeyDialog = { type: 'create' } | { type: 'edit' | 'regenerate' | 'revoke'; key: Key };

type KeyDialogsProps = {
  open: OpenKeyDialog | undefined;
  onClose: () => void;
  keyActions: KeyActions;
  onChanged: () => Promise<unknown>;
  /** The customer's name, if the keys are not the user's own. */
  holder?: string;
};

export function KeyDialogs({ open, onClose, keyActions, onChanged, holder }: KeyDialogsProps) {
  const [issued, setIssued] = useState<IssuedKey>();
  const close = () => {
    setIssued(undefined);
    onClose();
  };
  const show = (key: IssuedKey) => {
    setIssued(key);
    void onChanged();
  };
  const saved = async () => {
    await onChanged();
    toast('Key saved.');
    close();
  };
  return (
    <>
      <Dialog
        // A key that arrives after the form was closed is still shown: it can't be shown later.
        isOpen={issued !== undefined || (open !== undefined && open.type !== 'revoke')}
        onClose={close}
        title={titleOf(open, issued)}
        locked={issued !== undefined}
        wide={issued !== undefined}
      >
        {issued ? (
          <IssuedKeyView issued={issued} holder={holder} onStored={close} />
        ) : open?.type === 'regenerate' ? (
          <RegenerateForm old={open.key} keyActions={keyActions} onIssued={show} onCancel={close} />
        ) : open?.type === 'edit' ? (
          <EditKeyForm of={open.key} keyActions={keyActions} onSaved={saved} onCancel={close} />
        ) : (
          <NewKeyForm keyActions={keyActions} onIssued={show} onCancel={close} />
        )}
      </Dialog>
      <RevokeDialog
        revoking={open?.type === 'revoke' ? open.key : undefined}
        keyActions={keyActions}
        onClose={close}
        onRevoked={onChanged}
      />
    </>
  );
}

type RevokeDialogProps = {
  revoking: Key | undefined;
  onClose: () => void;
  onRevoked: () => Promise<unknown>;
  keyActions: KeyActions;
};

function RevokeDialog({ revoking, onClose, onRevoked, keyActions }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      isOpen={revoking !== undefined}
      onClose={onClose}
      title="Revoke key"
      action="Revoke key"
      nameToType={revoking?.name}
      onConfirm={async () => {
        if (revoking) await keyActions.revoke(revoking.id);
        await onRevoked();
        toast(`Key “${revoking?.name}” revoked.`);
      }}
    >
      <p>
        <span className="font-medium text-ink">{revoking?.name}</span>{' '}
        <code className="font-mono text-xs whitespace-nowrap">{revoking?.hint}</code> stops working immediately. This
        can’t be undone.
      </p>
      <p>
        {revoking?.last_used_at
          ? `Last used ${formatUntil(Date.parse(revoking.last_used_at))}. Requests with this key will fail with 401.`
          : 'This key has never been used.'}
      </p>
    </ConfirmDialog>
  );
}

function titleOf(open: OpenKeyDialog | undefined, issued: IssuedKey | undefined): string {
  if (issued) return 'Store this key now';
  if (open?.type === 'edit') return `Edit ${open.key.name}`;
  return open?.type === 'regenerate' ? `Regenerate ${open.key.name}` : 'Create key';
}
