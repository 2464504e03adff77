// ImportDialog: an import's details, report and rejected records.

import { importsPath, readRejects } from '../../api/curation.ts';
import type { ImportDetail, RejectRecord } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Id } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatBytes, formatNumber, plural } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { ImportReportView } from './import-report.tsx';
import { durationOf, ImportState, isCanceled } from './import-table.tsx';
import { ImportUndo } from './import-undo.tsx';
import { reasonName } from './reason-list.tsx';

type ImportDialogProps = { id: string; onClose: () => void; onChange: () => void };

export function ImportDialog({ id, onClose, onChange }: ImportDialogProps) {
  const path = `${importsPath}/${encodeURIComponent(id)}`;
  const response = useApi<ImportDetail>(path);
  const isRunning = response.data?.state === 'running';
  useApi<ImportDetail>(isRunning ? path : null, undefined, { refreshSeconds: 1.5 });
  const changed = () => {
    response.mutate();
    onChange();
  };
  return (
    <Dialog isOpen side wide onClose={onClose} title={response.data?.filename ?? 'Import'}>
      <Load from={response} skeleton={<Skeleton className="h-120 w-full" />}>
        {(detail) => (
          <div className="stack gap-5">
            {detail.error && (
              <Banner
                tone={isCanceled(detail) ? 'neutral' : 'bad'}
                title={isCanceled(detail) ? 'Import canceled' : 'Import failed. Nothing was published.'}
              >
                <span className="wrap-anywhere">{detail.error}</span>
              </Banner>
            )}
            <div className="flex flex-wrap items-center gap-3">
              <ImportState of={detail} />
              {!detail.error && (
                <LinkButton small href={`/console/hooks?import=${id}&state=any`}>
                  View hooks
                </LinkButton>
              )}
              <ImportUndo id={id} onUndone={changed} />
            </div>
            <ImportReportView detail={detail} onMapped={changed} />
            <Facts facts={factsOf(detail)} />
            {detail.rejects.length > 0 && <Rejects id={id} />}
          </div>
        )}
      </Load>
    </Dialog>
  );
}

function factsOf(detail: ImportDetail) {
  const { progress } = detail;
  return {
    ...(progress
      ? { Progress: `${plural(progress.read, 'record')}, ${formatBytes(progress.bytes)} (${progress.phase})` }
      : {}),
    Source: (
      <span className="flex flex-wrap items-center gap-2">
        {detail.source}
        {detail.source_id && (
          <LinkButton small href={`/console/sources?source=${detail.source_id}`}>
            Scheduled source
          </LinkButton>
        )}
      </span>
    ),
    Started: (
      <>
        <Time at={detail.started_at} />
        {detail.finished_at && `, took ${durationOf(detail)}`}
      </>
    ),
    'Import ID': <Id>{detail.id}</Id>,
  };
}

function Rejects({ id }: { id: string }) {
  const pages = usePages<RejectRecord>([importsPath, id, 'rejects'], (after) => readRejects(id, after));
  return (
    <section className="stack gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">Rejected records, in file order</h3>
        <ApiCall call={{ path: `${importsPath}/${id}/rejects`, query: { limit: 20 }, isOperator: true }} />
      </div>
      <LoadList from={pages} skeleton={<Skeleton className="h-60 w-full" />}>
        {(rejects) => (
          <ul className="divide-y rounded-md border">
            {rejects.map((reject) => (
              <li key={reject.n} className="stack gap-1 px-3 py-2">
                <p className="wrap-anywhere">{reasonName(reject.reason)}</p>
                <p className="text-xs text-muted">
                  <span className="wrap-anywhere">{reject.file}</span>, line {formatNumber(reject.line)}
                  {reject.field && reject.field !== 'file' && `, field ${reject.field}`}
                </p>
                <pre className="max-h-24 overflow-auto rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all whitespace-pre-wrap">
                  {typeof reject.value === 'string' ? reject.value : JSON.stringify(reject.value)}
                </pre>
              </li>
            ))}
          </ul>
        )}
      </LoadList>
    </section>
  );
}
