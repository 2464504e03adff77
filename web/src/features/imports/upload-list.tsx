// The files of this browser: waiting, on their way with how far they have come, and what became of them.
import { useEffect, useRef } from 'react';
import type { ImportDetail } from '../../../../src/ingest/imports/queries.ts';
import { importsPath } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { formatBytes, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { ImportReportView } from './import-report.tsx';
import { dismiss, isUnderWay, type Upload, useUploads } from './import-uploads.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useRunning } from './running-imports.tsx';

type UploadListProps = {
  onEnd: () => void;
  onOpen: (id: string) => void;
  /** Asks again how it is to be read. */
  onAgain: (upload: Upload) => void;
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
      {uploads.map((one) => (
        <li key={one.key}>
          <Card>
            <UploadCard upload={one} {...rest} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function UploadCard({ upload, onOpen, onAgain }: { upload: Upload } & Omit<UploadListProps, 'onEnd'>) {
  const { key, file, phase, importId, error } = upload;
  const isEnded = phase === 'done' || phase === 'failed';
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
          <Button small icon="refresh" onClick={() => onAgain(upload)}>
            Change and send again…
          </Button>
        )}
        {isEnded && importId && (
          <Button small onClick={() => onOpen(importId)}>
            Details
          </Button>
        )}
        {isEnded ? (
          <IconButton icon="close" label={`Take ${file.name} off this list`} onClick={() => dismiss(key)} />
        ) : (
          phase !== 'publishing' && (
            <Button small onClick={() => dismiss(key)}>
              {phase === 'waiting' ? 'Remove' : 'Break off'}
            </Button>
          )
        )}
      </div>
      {isUnderWay(upload) && <UploadProgress upload={upload} />}
      {phase === 'waiting' && <p className="text-xs text-muted">Waits for the file before it.</p>}
      {phase === 'done' && importId && <Report id={importId} />}
      {error !== undefined && <Problem error={error} />}
    </div>
  );
}

function UploadProgress({ upload }: { upload: Upload }) {
  const { file, phase, sent, startedAt } = upload;
  // Until the file has arrived a browser reads no answer, so what the service has read so far is asked for.
  const found = useRunning().find((one) => one.filename === file.name && Date.parse(one.started_at) > startedAt - 5000);
  const read = upload.read ?? found?.progress?.read;
  const rejected = upload.rejected ?? found?.progress?.rejected ?? 0;
  const counts = read === undefined ? '' : ` · ${formatNumber(read)} records read, ${formatNumber(rejected)} rejected`;
  const share = file.size > 0 ? sent / file.size : 1;
  const words =
    phase === 'sending'
      ? `${formatBytes(sent)} of ${formatBytes(file.size)} sent (${formatPercent(Math.round(share * 100) / 100)})`
      : phase === 'reading'
        ? 'Sent. The service reads the rest'
        : 'Read. Being published, all at once: the longest part of a large file';
  return (
    <>
      <ProgressBar label={file.name} share={phase === 'sending' ? share : undefined} />
      <p className="text-xs text-muted">
        {words}
        {counts}
      </p>
    </>
  );
}

function Report({ id }: { id: string }) {
  const answer = useApi<ImportDetail>(`${importsPath}/${id}`);
  return (
    <Load from={answer} skeleton={<Skeleton className="h-30 w-full" />}>
      {(detail) => <ImportReportView detail={detail} />}
    </Load>
  );
}
