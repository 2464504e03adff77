// Result list of the hooks page: total, age of the catalog, paging, and suggestions when nothing matches.
import { HooklineError, type Meta } from '@hookline/sdk';
import { listHooks } from '../../api/catalog.ts';
import { usePages } from '../../api/use-pages.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { hasFilters } from '../filters/hook-filters.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';
import { HookRows } from './hook-rows.tsx';
import type { Sort } from './hook-sorts.ts';

const NothingFound = lazyPart(() => import('./nothing-found.tsx'), 'NothingFound');
const FewFound = lazyPart(() => import('./nothing-found.tsx'), 'FewFound');
const GrowthNote = lazyPart(() => import('./growth-note.tsx'), 'default', <p className="min-h-4" />);
const InvalidFilters = lazyPart(() => import('./nothing-found.tsx'), 'InvalidFilters');

/** A search with fewer results may use other words than the hooks. */
const fewHooks = 5;

type ResultsProps = { control: FilterControl; sort: Sort; meta: Meta | undefined };

export function HookResults({ control, sort, meta }: ResultsProps) {
  const { query, filters } = control;
  const highlight = query.q ? true : undefined;
  // A list sorted by a figure outside the seven basic fields reads full hooks.
  const isFull = /likes|saves|videos|_at/.test(sort) && meta?.account.features.includes('full');
  const read = (cursor?: string) => listHooks({ ...query, sort, cursor, highlight }, isFull);
  const pages = usePages(['hooks', query, sort, isFull], read, { isLimited: true });
  const { data, total, error, isLoading } = pages;
  if (error instanceof HooklineError && error.errors.length > 0)
    return <InvalidFilters error={error} control={control} />;
  if (error && !isLoading) return <Problem error={error} onRetry={pages.mutate} />;
  return (
    <>
      <div className="flex min-h-5 flex-wrap items-center gap-x-2 text-xs text-muted" aria-live="polite">
        {total === undefined ? (
          <Skeleton className="w-40" />
        ) : (
          <span>
            <span className="font-medium text-ink">{formatNumber(total)}</span>{' '}
            {hasFilters(filters) ? (total === 1 ? 'hook matches' : 'hooks match') : 'hooks'}
          </span>
        )}
        {meta && (
          <span>
            · Catalog updated <Time at={meta.updated_at} />
          </span>
        )}
        {meta?.sample_data && <Badge>Includes sample data</Badge>}
        {!!total && total < fewHooks && query.q && !query.match && <FewFound control={control} />}
      </div>
      {sort.endsWith('views_gained_7d') && <GrowthNote query={query} />}
      {total === 0 && !isLoading ? (
        <NothingFound control={control} />
      ) : (
        <div aria-busy={isLoading} className={`transition-opacity ${isLoading && data ? 'opacity-60' : ''}`}>
          <HookRows label="Hooks" hooks={data} control={control} sort={sort} />
        </div>
      )}
      <LoadMore from={pages} />
    </>
  );
}
