// Trend detail: the verdict and its reason, daily series and top hooks of one value.
import type { Trend } from '@hookline/sdk';
import { labelName } from '../../api/label-names.ts';
import { LineChart } from '../../kit/chart/charts.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Stat } from '../../kit/display/card.tsx';
import { Count } from '../../kit/display/count.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatDay, formatNumber } from '../../kit/page/format.ts';
import { saveSlot } from '../collections/save/save-slot.tsx';
import { type HookFilters, linkWith } from '../filters/hook-filters.ts';
import { HookList } from '../hooks/hook-list.tsx';
import {
  badgeOf,
  changeText,
  hasGains,
  percent,
  type TrendLabel,
  type TrendWindow,
  verdictReason,
} from './trend-text.ts';

type DetailProps = {
  trend: Trend;
  by: TrendLabel;
  window: TrendWindow;
  filters: HookFilters;
  onClose: () => void;
};

export function TrendDetail({ trend, by, window, filters, onClose }: DetailProps) {
  const { tone, label } = badgeOf(trend);
  return (
    <Dialog isOpen onClose={onClose} title={labelName(trend.value)} wide>
      <div className="stack gap-6">
        <div className="grid justify-items-start gap-1.5">
          <Badge tone={tone}>{label}</Badge>
          <p>{verdictReason(trend, window)}</p>
        </div>
        <Figures trend={trend} window={window} />
        <DailyCharts trend={trend} />
        <section className="stack gap-2">
          <div>
            <h3 className="font-medium">Top hooks</h3>
            <p className="text-xs text-muted">
              {hasGains([trend])
                ? 'Most views gained in this period first.'
                : 'Added in this period, most views first.'}
            </p>
          </div>
          {trend.top_hooks.length === 0 ? (
            <p className="text-muted">No hooks were added or gained views in this period.</p>
          ) : (
            <HookList
              label="Top hooks"
              hooks={trend.top_hooks}
              href={({ id }) => `/dashboard/hooks/${id}`}
              actions={saveSlot}
            />
          )}
        </section>
        <div>
          <LinkButton href={linkWith('/dashboard/hooks', { ...filters, [by]: [trend.value] }, { sort: '-added_at' })}>
            View newest hooks
          </LinkButton>
        </div>
      </div>
    </Dialog>
  );
}

function Figures({ trend, window: { before } }: { trend: Trend; window: TrendWindow }) {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Stat
        label="Share of new hooks"
        value={percent(trend.share)}
        note={`${changeText(trend)}, was ${percent(trend.share_before)}`}
      />
      <Stat
        label="Hooks added"
        value={formatNumber(trend.hooks_added)}
        note={`${formatNumber(trend.hooks_added_before)} in ${before}`}
      />
      {hasGains([trend]) && (
        <Stat
          label="Views gained"
          value={<Count value={trend.views_gained} />}
          note={
            <>
              <Count value={trend.views_gained_before} /> in {before}
            </>
          }
        />
      )}
      {trend.median_views !== null && (
        <Stat label="Median views" value={<Count value={trend.median_views} />} note="Of hooks added" />
      )}
    </div>
  );
}

function DailyCharts({ trend }: { trend: Trend }) {
  const { series } = trend;
  const points = series.map(({ until }) => formatDay(until));
  return (
    <div className="stack gap-5">
      <LineChart
        label="Hooks added per 24 hours, both periods"
        unit="hooks added"
        points={points}
        series={[{ name: 'Hooks added', values: series.map(({ hooks_added }) => hooks_added) }]}
        height={130}
      />
      {hasGains([trend]) && (
        <LineChart
          label="Views gained per 24 hours, both periods"
          unit="views gained"
          points={points}
          series={[{ name: 'Views gained', values: series.map(({ views_gained }) => views_gained), tone: 'neutral' }]}
          height={130}
        />
      )}
    </div>
  );
}
