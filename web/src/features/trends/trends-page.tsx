// /dashboard/trends: which label values heat up or cool down, over a period that ends with the data.

import { HooklineError, type TrendQuery } from '@hookline/sdk';
import { readTrends } from '../../api/catalog.ts';
import { useMeta } from '../../api/meta.ts';
import { useApi } from '../../api/use-api.ts';
import { Chip } from '../../kit/display/chip.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { useHookFilters } from '../filters/use-hook-filters.ts';
import { TrendReport } from './trend-report.tsx';
import { trendLabels, windows } from './trend-text.ts';

const FilterButton = lazyPart(() => import('../filters/filter-button.tsx'), 'FilterButton');
const FilterChips = lazyPart(() => import('../filters/filter-chips.tsx'), 'FilterChips', <span className="h-8" />);
const PlanRequired = lazyPart(() => import('../plan/plan-required.tsx'), 'PlanRequired');

const TrendAlerts = lazyPart(() => import('./alerts/trend-alerts.tsx'), 'default');

export function TrendsPage() {
  const { data: meta, error: metaError } = useMeta();
  const hasTrends = meta?.account.features.includes('trends');
  const control = useHookFilters();
  const [wantedLabel] = useQueryState('by');
  const [wantedWindow] = useQueryState('window', '7d');
  const by = trendLabels.find(({ id }) => id === wantedLabel) ?? trendLabels[0];
  const window = windows.find(({ id }) => id === wantedWindow) ?? windows[1];
  const query: TrendQuery = { by: by.id, window: window.id, ...control.query };
  // Skipped when the plan lacks trends. If the plan cannot be loaded, the API decides.
  const canRead = hasTrends ?? metaError !== undefined;
  const trends = useApi(canRead ? ['trends', query] : null, () => readTrends(query));
  const { data, error, isLoading, mutate } = trends;
  const header = (
    <PageHeader
      title="Trends"
      description="What’s rising and falling among new hooks."
      call={{ path: '/trends', query }}
      actions={hasTrends && <TrendAlerts shown={{ by: by.id, window: window.id, filters: control.filters }} />}
    />
  );
  if (hasTrends === false || (error instanceof HooklineError && error.code === 'plan_required'))
    return (
      <PageBody>
        {header}
        <PlanRequired
          feature="trends"
          example="For example: Curiosity gap is heating up, 14% of the new hooks, 9.1% in the previous 7 days."
        >
          See which archetypes, niches, emotions, platforms and formats rise or fall, their daily views gained, and
          their top three hooks. Alerts notify you when one heats up.
        </PlanRequired>
      </PageBody>
    );
  const panel = (
    <div className="stack gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <fieldset className="flex items-center gap-1">
          <legend className="sr-only">Period</legend>
          {windows.map(({ id, label }) => (
            <Chip key={id} isActive={id === window.id} onClick={() => changeQuery({ window: id === '7d' ? '' : id })}>
              {label}
            </Chip>
          ))}
        </fieldset>
        <FilterButton control={control} />
        <FilterChips filters={control.filters} onChange={control.change} hasPanel />
      </div>
      {error && !isLoading ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : (
        <div aria-busy={isLoading} className={`transition-opacity ${isLoading && data ? 'opacity-60' : ''}`}>
          <TrendReport trends={data} by={by.id} window={window} filters={control.filters} />
        </div>
      )}
    </div>
  );
  return (
    <PageBody>
      {header}
      <Tabs label="Trends by" name="by" tabs={trendLabels.map(({ id, label }) => ({ id, label, panel }))} />
    </PageBody>
  );
}
