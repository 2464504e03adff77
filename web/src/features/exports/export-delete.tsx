// DeleteExportDialog: confirms canceling an export or deleting its file. Used in the dashboard and the console.
import type { Export } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { plural } from '../../kit/page/format.ts';
import { FilterLine } from '../filters/filter-line.tsx';
import { isProcessing } from './export-state.ts';

type DeleteExportDialogProps = {
  /** The dialog is open while this is set. */
  deleting: Export | undefined;
  onDelete: (id: string) => Promise<unknown>;
  onClose: () => void;
  onDeleted: () => void;
  children?: ReactNode;
};

export function DeleteExportDialog({ deleting, onDelete, onClose, onDeleted, children }: DeleteExportDialogProps) {
  const isCanceling = deleting !== undefined && isProcessing(deleting);
  const action = isCanceling ? 'Cancel export' : 'Delete file';
  const records = deleting?.records ?? 0;
  return (
    <ConfirmDialog
      isOpen={deleting !== undefined}
      onClose={onClose}
      title={action}
      action={action}
      onConfirm={async () => {
        if (deleting) await onDelete(deleting.export_id);
        onDeleted();
      }}
    >
      <p className="font-medium text-ink wrap-anywhere">
        {deleting && (
          <>
            <FilterLine of={deleting.filters} />, {deleting.format}
          </>
        )}
      </p>
      <p>
        {isCanceling
          ? 'The partial file is discarded. Canceled exports don’t count toward the daily limit.'
          : `The file with ${plural(records, 'record')} is deleted and its link stops working. The export still counts toward the limit of its day.`}
      </p>
      {children}
    </ConfirmDialog>
  );
}
