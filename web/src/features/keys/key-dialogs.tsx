// What stands before a list of keys: creating, regenerating and revoking one. A key that was issued is shown this once.
import { useState } from 'react';
import type { IssuedKey, Key } from '../../../../src/auth/key.ts';
import type { KeyVerbs } from '../../api/account.ts';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatUntil } from '../../kit/page/format.ts';
import { IssuedKeyView } from './issued-key.tsx';
import { NewKeyForm, RegenerateForm } from './key-forms.tsx';

export type OpenKeyDialog = { what: 'create' } | { what: 'regenerate' | 'revoke'; key: Key };

type KeyDialogsProps = {
  open: OpenKeyDialog | undefined;
  onClose: () => void;
  verbs: KeyVerbs;
  onChanged: () => Promise<unknown>;
  /** The customer whose keys they are, where they are not the reader's. */
  holder?: string;
};

export function KeyDialogs({ open, onClose, verbs, onChanged, holder }: KeyDialogsProps) {
  const [issued, setIssued] = useState<IssuedKey>();
  const close = () => {
    setIssued(undefined);
    onClose();
  };
  const show = (key: IssuedKey) => {
    setIssued(key);
    void onChanged();
  };
  return (
    <>
      <Dialog
        // A key that came after its form was closed is shown all the same: it cannot be shown again.
        isOpen={issued !== undefined || (open !== undefined && open.what !== 'revoke')}
        onClose={close}
        title={titleOf(open, issued)}
        locked={issued !== undefined}
        wide={issued !== undefined}
      >
        {issued ? (
          <IssuedKeyView issued={issued} holder={holder} onStored={close} />
        ) : open?.what === 'regenerate' ? (
          <RegenerateForm old={open.key} verbs={verbs} onIssued={show} onCancel={close} />
        ) : (
          <NewKeyForm verbs={verbs} onIssued={show} onCancel={close} />
        )}
      </Dialog>
      <RevokeDialog
        revoking={open?.what === 'revoke' ? open.key : undefined}
        verbs={verbs}
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
  verbs: KeyVerbs;
};

function RevokeDialog({ revoking, onClose, onRevoked, verbs }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      isOpen={revoking !== undefined}
      onClose={onClose}
      title="Revoke key"
      action="Revoke key"
      nameToType={revoking?.name}
      onConfirm={async () => {
        if (revoking) await verbs.revoke(revoking.id);
        await onRevoked();
      }}
    >
      <p>
        <span className="font-medium text-ink">{revoking?.name}</span>{' '}
        <code className="font-mono text-xs whitespace-nowrap">{revoking?.hint}</code> stops working at once and for
        good.
      </p>
      <p>
        {revoking?.last_used_at
          ? `It was last used ${formatUntil(Date.parse(revoking.last_used_at))}. Whatever still uses it will be refused.`
          : 'It was never used.'}
      </p>
    </ConfirmDialog>
  );
}

function titleOf(open: OpenKeyDialog | undefined, issued: IssuedKey | undefined): string {
  if (issued) return 'Store this key now';
  return open?.what === 'regenerate' ? `Regenerate ${open.key.name}` : 'Create key';
}
