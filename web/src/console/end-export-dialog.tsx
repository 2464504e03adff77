// Ending an export for its owner: cancelled while it is written, its file deleted once it is there.
import type { ExportOverview } from '../../../src/exports/overview.ts';
import { request } from '../api/client.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { formatNumber } from '../kit/format.ts';

type EndExportDialogProps = { ending: ExportOverview | undefined; onClose: () => void; onEnded: () => void };

export function EndExportDialog({ ending, onClose, onEnded }: EndExportDialogProps) {
  const isUnderWay = ending?.status === 'processing';
  return (
    <ConfirmDialog
      isOpen={ending !== undefined}
      onClose={onClose}
      title={isUnderWay ? 'Cancel export' : 'Delete the file'}
      action={isUnderWay ? 'Cancel export' : 'Delete the file'}
      onConfirm={async () => {
        if (ending) await request('DELETE', `/operator/exports/${ending.export_id}`);
        onEnded();
      }}
    >
      <p>
        <span className="font-medium text-ink">{ending?.account_name}</span>{' '}
        {isUnderWay
          ? `gets no file of about ${formatNumber(ending?.estimated_records ?? 0)} hooks. It does not count against the day’s exports.`
          : `can no longer download the ${formatNumber(ending?.records ?? 0)} hooks of this export. Links that were given out stop working.`}
      </p>
      <p>The customer sees it among the activity of the account, as done by the operator.</p>
    </ConfirmDialog>
  );
}
