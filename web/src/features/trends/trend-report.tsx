// Trend report: significant changes on top, then a table of all values; a row opens the detail.
import type { Trend } from '@hookline/sdk';
import { useState } from 'react';
import type { Trends } from '../../api/catalog.ts';
import { labelName } from '../../api/label-names.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Count } from '../../kit/display/count.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { formatMoment, formatNumber, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { type HookFilters, linkWith } from '../filters/hook-filters.ts';
import {
  badgeOf,
  changeText,
  hasGains,
  percent,
  sortTrends,
  type TrendLabel,
  type TrendWindow,
  verdictBadges,
  verdictReason,
} from './trend-text.ts';

const TrendDetail = lazyPart(() => import('./trend-detail.tsx'), 'TrendDetail');

const initialRows = 15;

type ReportProps = { trends: Trends | undefined; by: TrendLabel; window: TrendWindow; filters: HookFilters };

export function TrendReport({ trends, by, window, filters }: ReportProps) {
  const [sort, setSort] = useQueryState('sort', '-hooks_added');
  const [value, setValue] = useQueryState('value');
  const [isExpanded, setExpanded] = useState(false);
  const sorted = trends && sortTrends(trends.data, sort);
  const opened = trends?.data.find((trend) => trend.value === value);
  return (
    <div className="stack gap-4">
      <Movers trends={trends} window={window} onOpen={setValue} />
      <Table
        label={`Trends, last ${window.label}`}
        columns={columnsFor(window, hasGains(trends?.data ?? []))}
        rows={isExpanded ? sorted : sorted?.slice(0, initialRows)}
        rowKey={(trend) => trend.value}
        onOpen={(trend) => setValue(trend.value)}
        selected={value}
        sort={sort}
        onSort={setSort}
        skeletonRows={initialRows}
        empty={
          <EmptyState
            title="No hooks match these filters"
            action={<LinkButton href={linkWith('/dashboard/hooks', filters)}>Open in Hooks</LinkButton>}
          >
            The Hooks page suggests which filter to remove.
          </EmptyState>
        }
      />
      {sorted && sorted.length > initialRows && (
        <div>
          <Button small onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${sorted.length}`}
          </Button>
        </div>
      )}
      {opened && (
        <TrendDetail
          trend={opened}
          by={by}
          window={window}
          filters={filters}
          onClose={() => changeQuery({ value: undefined })}
        />
      )}
    </div>
  );
}

/** The significant changes and the period they cover. */
type MoversProps = { trends: Trends | undefined; window: TrendWindow; onOpen: (value: string) => void };

function Movers({ trends, window, onOpen }: MoversProps) {
  if (!trends) return <Skeleton className="h-10 w-96" />;
  const moving = (['heating', 'cooling'] as const)
    .map((verdict) => ({ verdict, moved: trends.data.filter((trend) => trend.verdict === verdict) }))
    .filter(({ moved }) => moved.length > 0);
  const insufficient = trends.data.filter(({ verdict }) => verdict === 'insufficient_data').length;
  return (
    <div className="grid gap-1.5">
      {moving.length === 0 && (
        <p>{insufficient === trends.data.length ? 'Not enough data yet.' : 'No significant changes.'}</p>
      )}
      {moving.map(({ verdict, moved }) => (
        <p key={verdict} className="flex flex-wrap items-center gap-1.5">
          <span className="mr-0.5">{verdictBadges[verdict].label}:</span>
          {sortTrends(moved, verdict === 'heating' ? '-change' : 'change').map((trend) => (
            <button key={trend.value} type="button" className="min-w-0 rounded-sm" onClick={() => onOpen(trend.value)}>
              <Badge tone={verdictBadges[verdict].tone}>
                <span className="max-w-48 truncate">{labelName(trend.value)}</span>
                <span className="ml-1">{changeText(trend)}</span>
              </Badge>
            </button>
          ))}
        </p>
      ))}
      <p className="text-xs text-muted">
        <span title={`${formatMoment(trends.from)} – ${formatMoment(trends.until)}`}>
          Last {window.label}, compared with {window.before}.
        </span>{' '}
        “Steady” changed by less than 10%; “No clear change” may be chance.
        {insufficient > 0 &&
          ` ${formatNumber(insufficient)} of ${formatNumber(trends.data.length)} have too few new hooks.`}
      </p>
    </div>
  );
}

const gained: Column<Trend> = {
  id: 'views_gained',
  header: 'Views gained',
  isSortable: true,
  align: 'right',
  cell: ({ views_gained }) => <Count value={views_gained} />,
};

function columnsFor(window: TrendWindow, areGainsKnown: boolean): Column<Trend>[] {
  return [
    {
      id: 'value',
      header: 'Value',
      isSortable: true,
      cell: ({ value }) => <span className="block min-w-36 wrap-anywhere">{labelName(value)}</span>,
    },
    { id: 'verdict', header: 'Trend', isSortable: true, cell: (trend) => <Verdict trend={trend} window={window} /> },
    {
      id: 'share',
      header: 'Share',
      isSortable: true,
      align: 'right',
      cell: (trend) => <Share trend={trend} />,
    },
    { id: 'change', header: 'Change', isSortable: true, align: 'right', cell: Change },
    {
      id: 'hooks_added',
      header: 'Added',
      isSortable: true,
      align: 'right',
      cell: Added,
    },
    ...(areGainsKnown ? [gained] : []),
    {
      id: 'median_views',
      header: 'Median views',
      isSortable: true,
      align: 'right',
      className: 'max-lg:hidden!',
      cell: ({ median_views }) => (median_views === null ? '–' : <Count value={median_views} />),
    },
  ];
}

function Verdict({ trend, window }: { trend: Trend; window: TrendWindow }) {
  const { tone, label } = badgeOf(trend);
  return (
    <span title={verdictReason(trend, window)}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

/** Muted unless it is significant. */
function Change(trend: Trend) {
  const isSignificant = trend.verdict === 'heating' || trend.verdict === 'cooling';
  return <span className={isSignificant ? '' : 'text-muted'}>{changeText(trend)}</span>;
}

function Share({ trend: { share, share_before } }: { trend: Trend }) {
  return (
    <span className="whitespace-nowrap">
      {percent(share)} <span className="text-xs text-muted">was {percent(share_before)}</span>
    </span>
  );
}

function Added({ hooks_added, series }: Trend) {
  return (
    <span className="inline-flex items-center gap-3 align-middle">
      <span className="max-lg:hidden">
        <Sparkline values={series.map(({ hooks_added }) => hooks_added)} label="Hooks added by day, both periods" />
      </span>
      <span title={`${plural(hooks_added, 'hook')} added in this period`} className="min-w-8">
        {formatNumber(hooks_added)}
      </span>
    </span>
  );
}
