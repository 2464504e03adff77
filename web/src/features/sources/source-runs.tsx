// Runs that were asked for in this page: under way, then what came of them.
import { useEffect } from 'react';
import type { SourceDetail } from '../../../../src/ingest/sources/actions.ts';
import type { Source } from '../../../../src/ingest/sources/source.ts';
import { sourcesPath } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { IconButton, LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';

/** As the source was when it was asked to run. */
export type AskedRun = { source: Source; at: number };

type SourceRunsProps = { runs: readonly AskedRun[]; onEnd: () => void; onDismiss: (id: string) => void };

export function SourceRuns({ runs, ...rest }: SourceRunsProps) {
  return (
    <div role="status" className="stack gap-3 empty:hidden">
      {runs.map((run) => (
        <RunOutcome key={`${run.source.id} ${run.at}`} run={run} {...rest} />
      ))}
    </div>
  );
}

function RunOutcome({ run: { source, at }, onEnd, onDismiss }: { run: AskedRun } & Omit<SourceRunsProps, 'runs'>) {
  const path = `${sourcesPath}/${source.id}`;
  const key = [path, at];
  const { data } = useApi<SourceDetail>(path);
  const ended = data && data.state !== 'running' && data.last_run_at !== source.last_run_at ? data.last_runs[0] : null;
  useApi<SourceDetail>(ended ? null : path, undefined, { refreshSeconds: 1 });
  const isEnded = Boolean(ended);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has ended
  useEffect(() => {
    if (isEnded) onEnd();
  }, [isEnded, key.join()]);
  const dismiss = <IconButton icon="close" label="Dismiss" onClick={() => onDismiss(source.id)} />;
  if (!ended) return <Banner tone="neutral" title={`${source.name} is being run`} action={dismiss} />;
  const { report, error, state, id } = ended;
  return (
    <Banner
      tone={state === 'failed' ? 'bad' : 'good'}
      title={`${source.name}: ${state === 'failed' ? 'the run failed' : state === 'unchanged' ? 'nothing has changed' : 'the run is done'}`}
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
        `${formatNumber(report.read)} read: ${formatNumber(report.added)} added, ${formatNumber(report.updated)} updated, ${formatNumber(report.pending)} pending, ${formatNumber(report.rejected)} rejected, ${formatNumber(report.retired)} retired.`}
    </Banner>
  );
}
