// SourceFigures: when a source runs next, and what its last runs brought and cost.
import type { SourceDetail } from '../../api/openapi.ts';
import { Card, Stat } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { NextUpdate } from '../public/next-update.tsx';
import { usageText } from './usage-text.ts';

export function SourceFigures({ source }: { source: SourceDetail }) {
  const { next_run_at, last_success_at, runs_every, last_runs } = source;
  const ended = last_runs.filter(({ state }) => state !== 'running');
  const gained = ended.reduce((sum, { report }) => sum + (report?.added ?? 0), 0);
  const pending = ended.reduce((sum, { report }) => sum + (report?.pending ?? 0), 0);
  const costly = ended.find(({ usage }) => usage !== null && Object.keys(usage).length > 0);
  return (
    <Card>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        <Stat
          label="Next run"
          value={source.state === 'running' ? 'Running now' : next_run_at ? <NextUpdate at={next_run_at} /> : 'None'}
          note={next_run_at ? intervalText(runs_every) : 'while paused'}
        />
        {last_success_at && <Stat label="Last success" value={<Time at={last_success_at} />} />}
        <Stat label="New hooks" value={formatNumber(gained)} note={runsNote(ended.length)} />
        <Stat label="Sent to review" value={formatNumber(pending)} note={runsNote(ended.length)} />
        {costly && <Stat label="Cost" value={usageText(costly.usage)} note="last run" />}
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
