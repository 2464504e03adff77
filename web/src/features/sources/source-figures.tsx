// SourceFigures: when a source runs next, what its last runs brought and cost, and units left today.
import type { ApiUsage, SourceDetail } from '../../api/openapi.ts';
import { Gauge } from '../../kit/chart/gauge.tsx';
import { Card, Stat } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { apiWords, usageText } from './usage-text.ts';

type SourceFiguresProps = { source: SourceDetail; usage: readonly ApiUsage[] };

export function SourceFigures({ source, usage }: SourceFiguresProps) {
  const { next_run_at, last_success_at, runs_every, last_runs } = source;
  const ended = last_runs.filter(({ state }) => state !== 'running');
  const gained = ended.reduce((sum, { report }) => sum + (report?.added ?? 0), 0);
  const pending = ended.reduce((sum, { report }) => sum + (report?.pending ?? 0), 0);
  const costly = ended.find(({ usage }) => usage !== null && Object.keys(usage).length > 0);
  // Those that its runs took.
  const apis = new Set(ended.flatMap((run) => Object.keys(run.usage ?? {})));
  return (
    <Card>
      <div className="stack gap-5">
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
          <Stat
            label="Next run"
            value={source.state === 'running' ? 'Running now' : next_run_at ? <Time at={next_run_at} /> : 'None'}
            note={next_run_at ? intervalText(runs_every) : 'while paused'}
          />
          <Stat label="Last success" value={last_success_at ? <Time at={last_success_at} /> : 'Never'} />
          <Stat label="Hooks gained" value={formatNumber(gained)} note={runsNote(ended.length)} />
          <Stat label="Sent to review" value={formatNumber(pending)} note={runsNote(ended.length)} />
          {costly && <Stat label="Cost" value={usageText(costly.usage)} note="last run" />}
        </div>
        {usage
          .filter(({ api }) => apis.has(api))
          .map(({ api, used, limit, resets_at }) => (
            <Gauge
              key={api}
              label={`${apiWords(api).name}, all sources, ${apiWords(api).window}`}
              used={used}
              limit={limit}
              unit={apiWords(api).many}
              resetsAt={resets_at}
            />
          ))}
      </div>
    </Card>
  );
}

/** A cron expression is shown as it is. */
const intervalText = (every: string) => (every.includes(' ') ? `${every} (UTC)` : `every ${every}`);

function runsNote(count: number): string {
  if (count === 0) return 'no runs yet';
  return count === 1 ? 'in the last run' : `in the last ${plural(count, 'run')}`;
}
