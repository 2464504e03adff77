// DeleteSource: deletes a source after its name is typed. Its hooks stay.
import type { Source } from '../../api/openapi.ts';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { deleteSource } from './source-client.ts';

type DeleteSourceProps = { source: Source | undefined; onClose: () => void; onDeleted: () => void };

export function DeleteSource({ source, onClose, onDeleted }: DeleteSourceProps) {
  return (
    <ConfirmDialog
      isOpen={source !== undefined}
      onClose={onClose}
      title="Delete source"
      action="Delete source"
      nameToType={source?.name}
      onConfirm={async () => {
        if (!source) return;
        await deleteSource(source.id);
        onDeleted();
        const hooks = `/console/hooks?source=${encodeURIComponent(source.name)}`;
        toast(`${source.name} deleted. Its hooks stay.`, 'good', ['View hooks', hooks]);
      }}
    >
      <p>
        <span className="font-medium wrap-anywhere text-ink">{source?.name}</span> is no longer imported. Its location,
        mapping and interval are deleted, and a run in progress publishes nothing.
      </p>
      <p>Its hooks and its import log are kept.</p>
    </ConfirmDialog>
  );
}
