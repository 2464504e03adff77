// UploadList: this browser's uploads with their progress and outcome.
import { useEffect, useRef } from 'react';
import { importsPath } from '../../api/curation.ts';
import type { ImportDetail } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, IconButton, LinkButton } from '../../kit/forms/button.tsx';
import { formatBytes, formatNumber, formatWholePercent, plural } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { ImportReportView } from './import-report.tsx';
import { dismiss, isInProgress, type Upload, undoHref, useUploads } from './import-uploads.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useRunning } from './running-imports.tsx';

type UploadListProps = {
  onEnd: () => void;
  onOpen: (id: string) => void;
  /** Opens the form with the upload's options. */
  onRetry: (upload: Upload) => void;
};

export function UploadList({ onEnd, ...rest }: UploadListProps) {
  const uploads = useUploads();
  const ended = uploads.filter(({ phase }) => phase === 'done' || phase === 'failed').length;
  const before = useRef(ended);
  useEffect(() => {
    if (ended > before.current) onEnd();
    before.current = ended;
  }, [ended, onEnd]);
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Your files" className="stack gap-3">
      {uploads.map((upload) => (
        <li key={upload.key}>
          <Card>
            <UploadCard upload={upload} {...rest} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function UploadCard({ upload, onOpen, onRetry }: { upload: Upload } & Omit<UploadListProps, 'onEnd'>) {
  const { key, file, phase, importId, error } = upload;
  const isEnded = phase === 'done' || phase === 'failed';
  const report = useApi<ImportDetail>(phase === 'done' && importId ? `${importsPath}/${importId}` : null);
  return (
    <div className="stack gap-3">
      <div className="flex min-h-8 items-center gap-3">
        {isEnded && (
          <Icon name={phase === 'done' ? 'check' : 'warn'} className={phase === 'done' ? 'text-good' : 'text-bad'} />
        )}
        <span className="min-w-0 flex-1">
          <span className="font-medium wrap-anywhere">{file.name}</span>{' '}
          <span className="text-muted">{formatBytes(file.size)}</span>
        </span>
        {phase === 'failed' && (
          <Button small icon="refresh" onClick={() => onRetry(upload)}>
            Edit and retry…
          </Button>
        )}
        {isEnded && importId && (
          <Button small onClick={() => onOpen(importId)}>
            Details
          </Button>
        )}
        {importId && report.data?.undo_until && !report.data.undone_at && (
          <LinkButton small icon="refresh" href={undoHref(importId)}>
            Undo
          </LinkButton>
        )}
        {isEnded ? (
          <IconButton icon="close" label={`Dismiss ${file.name}`} onClick={() => dismiss(key)} />
        ) : (
          phase !== 'publishing' && (
            <Button small onClick={() => dismiss(key)}>
              {phase === 'waiting' ? 'Remove' : 'Cancel'}
            </Button>
          )
        )}
      </div>
      {isInProgress(upload) && <UploadProgress upload={upload} />}
      {phase === 'waiting' && <p className="text-xs text-muted">Queued</p>}
      {phase === 'done' && importId && (
        <Load from={report} skeleton={<Skeleton className="h-30 w-full" />}>
          {(detail) => <ImportReportView detail={detail} />}
        </Load>
      )}
      {error !== undefined && <Problem error={error} />}
    </div>
  );
}

function UploadProgress({ upload }: { upload: Upload }) {
  const { file, phase, sent, startedAt } = upload;
  // Browsers don't expose the response during an upload, so the service's progress is polled.
  const running = useRunning().find(
    ({ filename, started_at }) => filename === file.name && Date.parse(started_at) > startedAt - 5000,
  );
  const read = upload.read ?? running?.progress?.read;
  const rejected = upload.rejected ?? running?.progress?.rejected ?? 0;
  const counts = read === undefined ? '' : ` · ${plural(read, 'record')} read, ${formatNumber(rejected)} rejected`;
  const share = file.size > 0 ? sent / file.size : 1;
  const text =
    phase === 'sending'
      ? `${formatBytes(sent)} of ${formatBytes(file.size)} sent (${formatWholePercent(share)})`
      : phase === 'reading'
        ? 'Upload complete. Reading…'
        : 'Publishing… Undo it when it is done';
  return (
    <>
      <ProgressBar label={file.name} share={phase === 'sending' ? share : undefined} />
      <p className="text-xs text-muted">
        {text}
        {counts}
      </p>
    </>
  );
}
