// SourceDialog: a source's settings and its recent runs.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { readRuns, sourcesPath } from '../../api/curation.ts';
import type { ImportRecord, SourceDetail } from '../../api/openapi.ts';
import { useApi, usePages } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Id } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { durationOf, ImportState, recordCount } from '../imports/import-table.tsx';
import { SourceState } from './source-table.tsx';

export function SourceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const path = `${sourcesPath}/${encodeURIComponent(id)}`;
  const response = useApi<SourceDetail>(path, undefined, { refreshSeconds: 5 });
  return (
    <Dialog isOpen side wide onClose={onClose} title={response.data?.name ?? 'Source'}>
      <Load from={response} skeleton={<Skeleton className="h-120 w-full" />}>
        {(source) => (
          <div className="stack gap-5">
            {source.last_error && (
              <Banner
                tone={source.failures > 0 ? 'bad' : 'neutral'}
                title={source.failures > 0 ? 'Last run failed' : 'Paused'}
              >
                <span className="wrap-anywhere">{source.last_error}</span>
              </Banner>
            )}
            <Facts facts={factsOf(source)} />
            <Runs id={source.id} />
          </div>
        )}
      </Load>
    </Dialog>
  );
}

function factsOf(source: SourceDetail): Record<string, ReactNode> {
  const code = (text: string) => <code className="font-mono text-xs">{text}</code>;
  const pairs = [...source.map, ...source.set];
  return {
    State: <SourceState of={source} />,
    Location: code(source.location),
    Interval: code(source.runs_every),
    'Next run': source.next_run_at ? <Time at={source.next_run_at} /> : 'None while paused',
    'Last success': source.last_success_at ? <Time at={source.last_success_at} /> : 'Never',
    Preset: source.preset ?? 'None',
    ...(pairs.length > 0 ? { Mapping: code(pairs.join(', ')) } : {}),
    ...(source.records ? { Records: code(source.records) } : {}),
    ...(source.records_of ? { 'Records by key': code(source.records_of) } : {}),
    'Missing hooks': source.snapshot
      ? `Retired (full snapshot)${source.allow_shrink ? ', even more than half at once' : ''}`
      : 'Kept',
    Source: <Id>{source.id}</Id>,
    Hooks: (
      <LinkButton small href={`/console/hooks?source=${encodeURIComponent(source.name)}`}>
        View hooks
      </LinkButton>
    ),
  };
}

function Runs({ id }: { id: string }) {
  const pages = usePages<ImportRecord>([sourcesPath, id, 'runs'], (after) => readRuns(id, after));
  return (
    <section className="stack gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">Recent runs</h3>
        <ApiCall call={{ path: `${sourcesPath}/${id}/runs`, query: { limit: 10 }, isOperator: true }} />
      </div>
      <Load from={pages} skeleton={<Skeleton className="h-40 w-full" />}>
        {(runs) => (
          <ul className="divide-y rounded-md border">
            {runs.map((run) => (
              <li key={run.id} data-row className="stack gap-0.5 px-3 py-2 hover:bg-sunken">
                <Link href={`/console/imports?import=${run.id}`} data-opens className="flex justify-between gap-4">
                  <ImportState of={run} />
                  <span className="text-muted">
                    <Time at={run.started_at} />
                    {run.finished_at && `, ${durationOf(run)}`}
                  </span>
                </Link>
                <p className="text-xs wrap-anywhere text-muted">{run.error ?? summaryOf(run)}</p>
              </li>
            ))}
            {runs.length === 0 && <li className="px-3 py-2 text-muted">No runs yet.</li>}
          </ul>
        )}
      </Load>
      <LoadMore from={pages} />
    </section>
  );
}

function summaryOf({ report }: ImportRecord): string {
  if (!report) return '';
  const counts = ['added', 'updated', 'pending', 'rejected', 'retired'] as const;
  const parts = counts.filter((name) => report[name] > 0).map((name) => `${formatNumber(report[name])} ${name}`);
  return `${recordCount(report.read)} read${parts.length > 0 ? `: ${parts.join(', ')}` : ', no changes'}`;
}
