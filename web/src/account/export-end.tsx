// The question before an export is canceled, or its file deleted: what is lost.
import type { Export } from '@hookline/sdk';
import { endExport } from '../api/exports.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { formatNumber } from '../kit/format.ts';
import { describeFilters } from './hook-filters.ts';

type EndExportDialogProps = { ending: Export | undefined; onClose: () => void; onEnded: () => void };

export function EndExportDialog({ ending, onClose, onEnded }: EndExportDialogProps) {
  const isUnderWay = ending?.status === 'processing';
  const what = ending && `${describeFilters(ending.filters)}, ${ending.format}`;
  return (
    <ConfirmDialog
      isOpen={ending !== undefined}
      onClose={onClose}
      title={isUnderWay ? 'Cancel export' : 'Delete file'}
      action={isUnderWay ? 'Cancel export' : 'Delete file'}
      onConfirm={async () => {
        if (ending) await endExport(ending.export_id);
        onEnded();
      }}
    >
      <p className="font-medium text-ink wrap-anywhere">{what}</p>
      <p>
        {isUnderWay
          ? 'What was written so far is thrown away. It does not count against the day.'
          : `The file of ${formatNumber(ending?.records ?? 0)} records is deleted and its link stops working. It still counts against the day it was made.`}
      </p>
    </ConfirmDialog>
  );
}
