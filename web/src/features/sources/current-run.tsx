// CurrentRun: a run in progress, with its progress.
import { importsPath } from '../../api/curation.ts';
import type { ImportDetail, SourceDetail } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { ProgressBar } from '../imports/progress-bar.tsx';
import { progressText } from '../imports/running-imports.tsx';

export function CurrentRun({ source }: { source: SourceDetail }) {
  const running = source.last_runs.find(({ state }) => state === 'running');
  const path = running ? `${importsPath}/${running.id}` : null;
  const { data } = useApi<ImportDetail>(path, undefined, { refreshSeconds: 1 });
  return (
    <Card>
      <div className="stack gap-2">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">{running ? 'Running' : 'A run is about to start'}</span>
          {running && (
            <span className="text-muted">
              started <Time at={running.started_at} />
            </span>
          )}
        </p>
        <ProgressBar label="Run in progress" />
        <p role="status" className="text-xs text-muted">
          {running ? progressText(data?.progress ?? null) : 'Waiting for a worker.'}
        </p>
      </div>
    </Card>
  );
}
