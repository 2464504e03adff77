// The question before an export is canceled, or its file deleted: what is lost. Also for the operator, who ends it for its owner.
import type { Export } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { describeFilters } from '../filters/hook-filters.ts';
import { isUnderWay } from './export-state.ts';

type EndExportDialogProps = {
  ending: Export | undefined;
  end: (id: string) => Promise<unknown>;
  onClose: () => void;
  onEnded: () => void;
  children?: ReactNode;
};

export function EndExportDialog({ ending, end, onClose, onEnded, children }: EndExportDialogProps) {
  const isCanceled = ending !== undefined && isUnderWay(ending);
  const action = isCanceled ? 'Cancel export' : 'Delete file';
  return (
    <ConfirmDialog
      isOpen={ending !== undefined}
      onClose={onClose}
      title={action}
      action={action}
      onConfirm={async () => {
        if (ending) await end(ending.export_id);
        onEnded();
      }}
    >
      <p className="font-medium text-ink wrap-anywhere">
        {ending && `${describeFilters(ending.filters)}, ${ending.format}`}
      </p>
      <p>
        {isCanceled
          ? 'What was written so far is thrown away. It does not count against the day.'
          : `The file of ${formatNumber(ending?.records ?? 0)} records is deleted and its link stops working. It still counts against the day it was made.`}
      </p>
      {children}
    </ConfirmDialog>
  );
}
