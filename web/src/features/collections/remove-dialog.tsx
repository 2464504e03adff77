// RemoveDialog: confirms that hooks leave a collection, and lists what is lost with them.
import type { CollectionHook } from '@hookline/sdk';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { plural } from '../../kit/page/format.ts';

type RemoveDialogProps = {
  /** undefined while closed. */
  removing: readonly CollectionHook[] | undefined;
  onClose: () => void;
  onRemove: (ids: string[]) => Promise<unknown>;
};

export function RemoveDialog({ removing, onClose, onRemove }: RemoveDialogProps) {
  const items = removing ?? [];
  const noted = items.filter(({ note, tags }) => note || tags.length > 0).length;
  const [only] = items.length === 1 ? items : [];
  return (
    <ConfirmDialog
      isOpen={removing !== undefined}
      onClose={onClose}
      title="Remove from collection"
      action={`Remove ${plural(items.length, 'hook')}`}
      onConfirm={() => onRemove(items.map(({ hook }) => hook.id))}
    >
      {only && <p className="font-medium text-ink wrap-anywhere">{only.hook.text ?? only.hook.id}</p>}
      <p>
        {noted > 0 && (only ? 'Its note and tags are lost. ' : `The notes and tags of ${noted} of them are lost. `)}
        {only?.state === 'retired'
          ? 'It was retired from the catalog, so it cannot be saved again.'
          : `${only ? 'It stays' : 'They stay'} in the catalog.`}
      </p>
    </ConfirmDialog>
  );
}
