// SourceRuns: runs started from this page, with their outcome once they finish.
import { useEffect } from 'react';
import type { Source, SourceDetail } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { IconButton, LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { recordCount } from '../imports/import-table.tsx';
import { sourcesPath } from './source-client.ts';

/** `source` is the state before the run. */
export type RequestedRun = { source: Source; at: number };

type SourceRunsProps = { runs: readonly RequestedRun[]; onEnd: () => void; onDismiss: (id: string) => void };

export function SourceRuns({ runs, ...rest }: SourceRunsProps) {
  return (
    <div role="status" className="stack gap-3 empty:hidden">
      {runs.map((run) => (
        <RunOutcome key={`${run.source.id} ${run.at}`} run={run} {...rest} />
      ))}
    </div>
  );
}

function RunOutcome({ run: { source, at }, onEnd, onDismiss }: { run: RequestedRun } & Omit<SourceRunsProps, 'runs'>) {
  const path = `${sourcesPath}/${source.id}`;
  const key = [path, at];
  const { data } = useApi<SourceDetail>(path);
  const finished =
    data && data.state !== 'running' && data.last_run_at !== source.last_run_at ? data.last_runs[0] : undefined;
  useApi<SourceDetail>(finished ? null : path, undefined, { refreshSeconds: 1 });
  const isEnded = finished !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the run finishes
  useEffect(() => {
    if (isEnded) onEnd();
  }, [isEnded, key.join()]);
  const dismiss = <IconButton icon="close" label="Dismiss" onClick={() => onDismiss(source.id)} />;
  if (!finished) return <Banner tone="neutral" title={`Running ${source.name}…`} action={dismiss} />;
  const { report, error, state, id } = finished;
  return (
    <Banner
      tone={state === 'failed' ? 'bad' : 'good'}
      title={`${source.name}: ${state === 'failed' ? 'run failed' : state === 'unchanged' ? 'no changes' : 'run complete'}`}
      action={
        <span className="flex items-center gap-1">
          <LinkButton small href={`/console/imports?import=${id}`}>
            Details
          </LinkButton>
          {dismiss}
        </span>
      }
    >
      {error && <p className="wrap-anywhere">{error}</p>}
      {report &&
        `${recordCount(report.read)} read: ${formatNumber(report.added)} added, ${formatNumber(report.updated)} updated, ${formatNumber(report.pending)} pending, ${formatNumber(report.rejected)} rejected, ${formatNumber(report.retired)} retired.`}
    </Banner>
  );
}
