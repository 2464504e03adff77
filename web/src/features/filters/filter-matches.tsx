// What filters match in the present catalog: useMatches asks after a short rest, FilterMatches shows how many and the most viewed.
import type { Hook } from '@hookline/sdk';
import { useEffect, useState } from 'react';
import { hookline } from '../../api/hookline.ts';
import { useApi } from '../../api/use-api.ts';
import { HookList } from '../../kit/display/hook-list.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { findFault, type HookFilters, toBody } from './hook-filters.ts';

export type Matches = { total: number; hooks: Hook[] };

const restMs = 250;

/** The last answer stays until the next is there. */
export function useMatches(state: HookFilters, limit: number) {
  const wanted = JSON.stringify(toBody(state));
  const [asked, ask] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isSound = findFault(state) === undefined;
  const found = useApi<Matches>(isSound ? ['matches', asked, limit] : null, async () => {
    const { data, total } = await hookline.hooks.list({ ...JSON.parse(asked), limit, sort: '-views' });
    return { total, hooks: data };
  });
  const { data, error } = found;
  return { data: isSound ? data : undefined, error, isSettled: isSound && wanted === asked && !found.isLoading };
}

const shown = 3;

export function FilterMatches({ state }: { state: HookFilters }) {
  const { data, error } = useMatches(state, shown);
  if (error) return <Problem error={error} />;
  return (
    <section aria-label="Preview" className="stack gap-2">
      <p aria-live="polite" className="text-muted">
        {data ? (
          <>
            <span className="font-medium text-ink">{formatNumber(data.total)}</span>{' '}
            {data.total === 1 ? 'hook of the present catalog matches' : 'hooks of the present catalog match'}
            {data.total > shown && `; the ${shown} most viewed`}
          </>
        ) : (
          'Counting…'
        )}
      </p>
      {data?.total === 0 ? (
        <p className="rounded-md border border-dashed border-strong p-3 text-muted">
          Nothing matches today. What is added later may.
        </p>
      ) : (
        <HookList label="The most viewed that match" hooks={data?.hooks} skeletonRows={shown} />
      )}
    </section>
  );
}
